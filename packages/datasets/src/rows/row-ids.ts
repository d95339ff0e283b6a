import { dataError, type DataPlace, shownPlace } from '../data-error.ts'
import { quoted } from '../excerpt.ts'
import type { Format } from '../formats/format.ts'
import { createIdTable, type IdPlace } from './id-table.ts'

export type RowIds = {
  /**
   * The id of a row: its own, else `row-<n>` with n = index + 1.
   * @param within the scope in which it must be unique, such as a file. Default: all sources.
   * @throws AssayError `data` for a repeated id.
   */
  readonly idOf: (given: string | undefined, index: number, place: IdPlace, within?: string) => string
}

/** The file of rows with their ids, and the unit of their places. */
export type IdSource = { readonly path: string; readonly counts: Format['counts'] }

const LIKE_OURS = /^row-[1-9]\d*$/

/** Gives every row of a data set a unique id. */
export function createRowIds(sources: readonly IdSource[]): RowIds {
  const table = createIdTable()
  let firstLikeOurs: IdPlace | undefined
  let firstWithout: IdPlace | undefined

  function refuseMixture(source: number, line: number): void {
    if (firstLikeOurs === undefined || firstWithout === undefined) return
    throw dataError(
      { ...placed(sources, { source, line }), field: 'id' },
      `rows without an id are called row-1, row-2, …, and the row at ${shown(sources, firstLikeOurs)} has such an id of its own, while the row at ${shown(sources, firstWithout)} has none. Give every row an id, or none.`,
    )
  }

  return {
    idOf(given, index, { source, line }, within) {
      if (given === undefined) {
        firstWithout ??= { source, line }
        refuseMixture(source, line)
        return `row-${index + 1}`
      }
      if (firstLikeOurs === undefined && given.startsWith('row-') && LIKE_OURS.test(given)) firstLikeOurs = { source, line }
      if (firstWithout !== undefined) refuseMixture(source, line)
      const before = table.add(within === undefined ? given : `${within}\0${given}`, source, line)
      if (before === undefined) return given
      const between = before.source === source ? '' : ' Where files are told apart (--group-by file), ids may repeat between them.'
      throw dataError(
        { ...placed(sources, { source, line }), field: 'id' },
        `the id ${quoted(given)} was already given at ${shown(sources, before)}. Ids name one row each: rename one, or remove the repeated row.${between}`,
      )
    },
  }
}

function placed(sources: readonly IdSource[], { source, line }: IdPlace): DataPlace {
  const { path: file = '', counts = 'lines' } = sources[source] ?? {}
  return counts === 'rows' ? { file, row: line } : { file, line }
}

function shown(sources: readonly IdSource[], place: IdPlace): string {
  return shownPlace(placed(sources, place))
}
