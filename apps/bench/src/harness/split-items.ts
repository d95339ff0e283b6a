import { AssayError, configError } from '@assay/core'
import { pairKey } from '../fixtures/contexts-key.ts'
import type { FixtureItem } from '../fixtures/fixture-item.ts'

export type SplitItems = { readonly learned: readonly FixtureItem[]; readonly reported: readonly FixtureItem[] }

/**
 * Separates the items of a split, on which thresholds are learned, from those that are reported.
 * @throws AssayError `config` if there is no such split, or nothing else; `data` if an item of it is also reported.
 */
export function splitItems(items: readonly FixtureItem[], split: string): SplitItems {
  const learned = items.filter((item) => item.split === split)
  const reported = items.filter((item) => item.split !== split)
  if (learned.length === 0) {
    const known = [...new Set(items.flatMap((item) => item.split ?? []))].join(', ')
    throw configError(
      `--threshold-from ${split}: no item has "split": ${JSON.stringify(split)}. ${known === '' ? 'No item names a split.' : `Splits of the items: ${known}.`}`,
    )
  }
  if (reported.length === 0) throw configError(`--threshold-from ${split}: every item is of that split, so none is left to report on.`)
  const seen = new Map(learned.map((item) => [pairKey(item), item.id]))
  const shared = reported.find((item) => seen.has(pairKey(item)))
  if (shared !== undefined) {
    throw new AssayError({
      kind: 'data',
      message: `--threshold-from ${split}: item ${JSON.stringify(shared.id)} is the same pair as ${JSON.stringify(seen.get(pairKey(shared)))} of that split. A threshold must not be learned on reported items.`,
    })
  }
  return { learned, reported }
}
