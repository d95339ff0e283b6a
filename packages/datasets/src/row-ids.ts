import { dataError } from './data-error.ts'
import { quoted } from './excerpt.ts'
import { createIdTable, type IdPlace } from './id-table.ts'

export type RowIds = {
  /** The id of a row: its own, else `row-<n>` with n = index + 1. @throws AssayError `data` for a repeated one. */
  readonly idOf: (given: string | undefined, index: number, source: number, line: number) => string
}

const LIKE_OURS = /^row-[1-9]\d*$/

/** Gives every row of a data set an id of its own. */
export function createRowIds(files: readonly string[]): RowIds {
  const table = createIdTable()
  let firstLikeOurs: IdPlace | undefined
  let firstWithout: IdPlace | undefined

  function refuseMixture(source: number, line: number): void {
    if (firstLikeOurs === undefined || firstWithout === undefined) return
    throw dataError(
      { file: files[source] ?? '', line, field: 'id' },
      `rows without an id are called row-1, row-2, …, and the row at ${shown(files, firstLikeOurs)} has such an id of its own, while the row at ${shown(files, firstWithout)} has none. Give every row an id, or none.`,
    )
  }

  return {
    idOf(given, index, source, line) {
      if (given === undefined) {
        firstWithout ??= { source, line }
        refuseMixture(source, line)
        return `row-${index + 1}`
      }
      if (firstLikeOurs === undefined && given.startsWith('row-') && LIKE_OURS.test(given)) firstLikeOurs = { source, line }
      if (firstWithout !== undefined) refuseMixture(source, line)
      const before = table.add(given, source, line)
      if (before === undefined) return given
      throw dataError(
        { file: files[source] ?? '', line, field: 'id' },
        `the id ${quoted(given)} was already given at ${shown(files, before)}. Ids name one row each: rename one, or remove the repeated row.`,
      )
    },
  }
}

function shown(files: readonly string[], { source, line }: IdPlace): string {
  return `${files[source] ?? ''}, line ${line}`
}
