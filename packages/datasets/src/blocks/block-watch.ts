import type { SampleField } from '@assay/core'
import { parseColumns } from '../columns/column-mapping.ts'
import { createPresentColumns } from '../columns/present-columns.ts'
import type { BlockNotes } from './block-reader.ts'

/** Puts together what readers of single blocks noted. */
export type BlockWatch = {
  /** Takes the notes of each block, in order. */
  readonly add: (notes: BlockNotes) => void
  /** Warns of mapped columns that none of the first rows had; only the first time. */
  readonly warnOfMissing: (rows: number) => void
  /** Whether every mapped column and every needed field was in some row. Where one was in none, `readDataset` says so. */
  readonly isComplete: () => boolean
}

/** Sentences that are said at most, as by `readDataset`. */
const MOST_WARNINGS = 200

export function createBlockWatch(o: {
  readonly columns: Readonly<Record<string, string>>
  readonly needs: readonly SampleField[]
  /** Told each sentence once. */
  readonly onWarning: (message: string) => void
}): BlockWatch {
  const mapping = parseColumns(o.columns)
  const present = createPresentColumns(mapping.values(), { onWarning: o.onWarning })
  const awaited = new Set<SampleField>([...mapping.keys(), ...o.needs])
  const warned = new Set<string>()
  return {
    add({ fields, warnings }) {
      for (const message of warnings) {
        if (warned.has(message) || warned.size >= MOST_WARNINGS) continue
        warned.add(message)
        o.onWarning(message)
      }
      for (const field of fields) {
        awaited.delete(field)
        const mapped = mapping.get(field)
        if (mapped !== undefined) present.seen(mapped)
      }
    },
    warnOfMissing: present.warnOfMissing,
    isComplete: () => awaited.size === 0,
  }
}
