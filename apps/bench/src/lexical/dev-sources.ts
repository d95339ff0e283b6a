import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type LabelledRow, readLabelledRows } from './labelled-row.ts'

export type LabelledSource = {
  readonly name: string
  readonly file: string
  readonly sha256: string
  readonly rows: readonly LabelledRow[]
}

const FILES = { WiCE: 'wice-dev.jsonl', BEGIN: 'begin-dev.jsonl', SummEdits: 'summedits-sales-dev.jsonl', ExpertQA: 'expertqa-val.jsonl' }

/** The development files: prompts, weights and thresholds may be chosen on them. */
export function readDevSources(): LabelledSource[] {
  return Object.entries(FILES).map(([name, file]) => {
    const url = new URL(`../../fixtures/${file}`, import.meta.url)
    return { name, file, sha256: createHash('sha256').update(readFileSync(url)).digest('hex'), rows: readLabelledRows(url) }
  })
}
