import type { SampleField } from '@assay/core'
import type { MappedColumn } from './column-mapping.ts'
import { nearestName } from '@assay/text'
import { dataError, shownPlace } from '../data-error.ts'
import { quoted } from '../excerpt.ts'
import type { RawRecord } from '../formats/format.ts'
import type { RowPlan } from './row-plan.ts'

/** Collects the columns of a data set: which were found, and which mapped ones were not. */
export type PresentColumns = {
  /** Called once for every new set of columns. */
  readonly note: (record: RawRecord, plan: RowPlan, file: string) => void
  readonly seen: (mapped: MappedColumn) => void
  /** Warns about mapped columns that none of the first rows has, before all rows are read. */
  readonly warnOfMissing: (rows: number) => void
  /** Warns about a mapped column that no row has. @throws AssayError `data` if a metric reads its field. */
  readonly refuseMissing: (files: readonly string[]) => void
  /** ` Did you mean "x"?` if a column has a similar name; else empty. */
  readonly meant: (name: string) => string
  /** The names of columns that were found. */
  readonly listed: () => string
}

const MOST_NAMES = 200
const SHOWN_NAMES = 30

export function createPresentColumns(
  mapped: Iterable<MappedColumn>,
  { onWarning, reads }: { readonly onWarning: (message: string) => void; readonly reads?: ReadonlySet<SampleField> | undefined },
): PresentColumns {
  const unseen = new Set([...mapped].filter(({ compute }) => compute === undefined))
  const names = new Set<string>()
  let hasLookedBack = false
  const warned = new Set<string>()
  const warnOnce = (message: string): void => {
    if (warned.has(message) || warned.size >= MOST_NAMES) return
    warned.add(message)
    onWarning(message)
  }
  const meant = (name: string): string => {
    const nearest = nearestName(name, [...names])
    return nearest === undefined ? '' : ` Did you mean ${quoted(nearest)}?`
  }
  return {
    meant,
    listed: () => listed([...names]),
    note(record, plan, file) {
      addNames(names, record)
      for (const { column, instead } of plan.unread) {
        warnOnce(
          `${file}: columns ${quoted(instead)} and ${quoted(column)} hold the same field; ${quoted(instead)} is read. Map the field to choose.`,
        )
      }
      if (plan.steps.length === 0) {
        warnOnce(`${file}: no column is recognised among ${listed(plan.columns)}. Map them, as in --columns reference=gold.answer.`)
      }
    },
    seen(column) {
      if (unseen.size > 0) unseen.delete(column)
    },
    warnOfMissing(rows) {
      if (hasLookedBack) return
      hasLookedBack = true
      for (const { shown, field } of unseen) {
        onWarning(
          `${rows === 1 ? 'The first row lacks' : `None of the first ${rows} rows has`} the column ${quoted(shown)} that ${field} is mapped to.`,
        )
      }
    },
    refuseMissing(files) {
      for (const { shown, field } of unseen) {
        const place = { file: files.join(', '), field }
        const what = `no row has the column ${quoted(shown)} that ${field} is mapped to.${meant(shown)}`
        if (reads?.has(field) !== false) throw dataError(place, `${what} Columns present: ${listed([...names])}.`)
        warnOnce(`${shownPlace(place)}: ${what}`)
      }
    },
  }
}

/** Names of columns, and paths into them, for suggestions. */
function addNames(names: Set<string>, value: unknown, prefix = '', depth = 0): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 3) return
  for (const [key, held] of Object.entries(value)) {
    if (names.size >= MOST_NAMES) return
    const step = prefix + key.replace(/[\\.[]/g, '\\$&')
    names.add(depth === 0 ? key : step)
    addNames(names, held, `${step}.`, depth + 1)
  }
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return '(none)'
  const shown = names.slice(0, SHOWN_NAMES).map((name) => quoted(name))
  return names.length > SHOWN_NAMES ? `${shown.join(', ')} and ${names.length - SHOWN_NAMES} more` : shown.join(', ')
}
