import type { PlanStep } from '../columns/row-plan.ts'
import type { DataPlace } from '../data-error.ts'
import { shownPlace } from '../data-error.ts'
import { quoted } from '../excerpt.ts'
import type { RawRow } from '../formats/format.ts'

/** Warns about ids without quotes that read differently than written: `007` as 7. */
export type WrittenIds = {
  readonly look: (row: RawRow, step: PlanStep, value: unknown, where: () => DataPlace) => void
}

const ID_FIELDS: ReadonlySet<string> = new Set(['id', 'cluster', 'retrievedContextIds', 'referenceContextIds'])

/** One warning for each column, at the first such id. */
export function createWrittenIds(onWarning: (message: string) => void): WrittenIds {
  const warned = new Set<string>()
  return {
    look({ written, record }, { field, column, key }, value, where) {
      if (written === undefined || !ID_FIELDS.has(field) || warned.has(column)) return
      const first = Array.isArray(value)
        ? firstOf(written.get(value), value)
        : key === undefined
          ? undefined
          : textOf(written.get(record), key, value)
      if (first === undefined) return
      warned.add(column)
      onWarning(
        `${shownPlace(where())}: the id ${first.text} is written without quotes, and read as the number ${first.read}. Write it as ${quoted(first.text)} to keep it as it is. Other ids of this column may be so too.`,
      )
    },
  }
}

type Found = { readonly text: string; readonly read: string }

function firstOf(texts: ReadonlyMap<string | number, string> | undefined, list: readonly unknown[]): Found | undefined {
  const [entry] = texts ?? []
  return entry === undefined ? undefined : { text: entry[1], read: String(list[Number(entry[0])]) }
}

function textOf(texts: ReadonlyMap<string | number, string> | undefined, key: string, value: unknown): Found | undefined {
  const text = texts?.get(key)
  return text === undefined ? undefined : { text, read: String(value) }
}
