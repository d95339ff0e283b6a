import { hash } from 'node:crypto'
import type { JudgedRun } from './judged-rows.ts'

/** What a sample of labels was drawn from, and how: without it, nobody could say that the labelled rows are a random part. */
export type LabelFrame = {
  readonly run: string
  readonly metric: string
  /** Scored rows to draw from. */
  readonly rows: number
  /** Of their ids, in order. */
  readonly ids: string
  readonly seed: number
  /** Units drawn: rows, or clusters where rows share any. */
  readonly drawn: number
}

const FORM = '1'

export function labelFrame({ run, metric, rows }: JudgedRun, { seed, drawn }: Pick<LabelFrame, 'seed' | 'drawn'>): LabelFrame {
  return { run, metric, rows: rows.length, ids: hashOf(rows.map(({ id }) => id)), seed, drawn }
}

/** In one text without a comma, a quote or a line break, as it stands in every line of a sheet of labels. */
export function frameText({ run, metric, rows, ids, seed, drawn }: LabelFrame): string {
  const fields = { 'assay-labels': FORM, run, metric, rows: String(rows), ids, seed: String(seed), drawn: String(drawn) }
  return new URLSearchParams(fields).toString()
}

/** `undefined` for a text that is no frame. */
export function frameFrom(text: string): LabelFrame | undefined {
  const fields = new URLSearchParams(text)
  const [run, metric, ids] = ['run', 'metric', 'ids'].map((name) => fields.get(name))
  const [rows = Number.NaN, seed = Number.NaN, drawn = Number.NaN] = ['rows', 'seed', 'drawn'].map((name) =>
    Number(fields.get(name) ?? 'none'),
  )
  if (fields.get('assay-labels') !== FORM || !run || !metric || !ids) return undefined
  return [rows, seed, drawn].every(Number.isSafeInteger) ? { run, metric, rows, ids, seed, drawn } : undefined
}

/** The first 64 bits, in hex, of SHA-256 over the ids as a JSON list. */
function hashOf(ids: readonly string[]): string {
  return hash('sha256', JSON.stringify(ids), 'hex').slice(0, 16)
}
