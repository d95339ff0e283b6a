import { hash } from 'node:crypto'
import type { JudgedRun } from './judged-rows.ts'

/** What the labelled rows were drawn from, and how. It shows that they are a random sample. */
export type LabelFrame = {
  readonly run: string
  readonly metric: string
  /** The number of scored rows that were drawn from. */
  readonly rows: number
  /** A hash of their ids, in order. */
  readonly ids: string
  readonly seed: number
  /** Units drawn: rows, or clusters where rows share any. */
  readonly drawn: number
}

const FORM = '1'

export function labelFrame({ run, metric, rows }: JudgedRun, { seed, drawn }: Pick<LabelFrame, 'seed' | 'drawn'>): LabelFrame {
  return { run, metric, rows: rows.length, ids: hashOf(rows.map(({ id }) => id)), seed, drawn }
}

/** A frame as one text without commas, quotes or line breaks. Every line of a label sheet holds it. */
export function frameText({ run, metric, rows, ids, seed, drawn }: LabelFrame): string {
  const fields = { 'assay-labels': FORM, run, metric, rows: String(rows), ids, seed: String(seed), drawn: String(drawn) }
  return new URLSearchParams(fields).toString()
}

/** The frame in a text; `undefined` if it holds none. */
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
