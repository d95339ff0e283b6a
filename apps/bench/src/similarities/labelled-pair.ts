import { AssayError } from '@assay/core'
import type { Label } from '@assay/stats'
import * as z from 'zod'
import type { ChunkPair } from '../chunk-pairs/make-chunk-pairs.ts'
import { readText } from '../correct/read-judged-report.ts'

/** Two texts, and whether the second one matches the first. */
export type LabelledPair = {
  readonly a: string
  readonly b: string
  readonly label: Label
  /** Pairs of one group are all in the same half. */
  readonly group: string
  /** Reported separately. In balanced accuracy, kinds have equal weight. */
  readonly kind: string
  /** The texts of the row, for similarities that prepare with all of them. */
  readonly row: readonly string[]
}

const pairSchema = z.object({
  a: z.string(),
  b: z.string(),
  label: z.union([z.literal(0), z.literal(1), z.boolean().transform((is): Label => (is ? 1 : 0))]),
  group: z.union([z.string(), z.number().transform(String)]).optional(),
  kind: z.string().min(1).optional(),
})

/**
 * Your own pairs: `{ a, b, label, group?, kind? }` as JSONL, with label 1 if `b` matches `a`. Without `group`, pairs with the same `a` are a group.
 * @throws AssayError `data` with file, line and field; `config` for a file that cannot be read.
 */
export function readPairs(path: string): LabelledPair[] {
  const pairs = readText(path)
    .split('\n')
    .flatMap((line, at) => (line.trim() === '' ? [] : [pairFrom(line, `${path}:${at + 1}`)]))
  for (const label of [0, 1]) {
    if (!pairs.some((pair) => pair.label === label)) throw dataError(path, `no pair has label ${label}: both labels are needed`)
  }
  if (new Set(pairs.map(({ group }) => group)).size < 2) throw dataError(path, 'all pairs are of one group: at least two groups are needed')
  return pairs
}

/** Label 1 for chunks made of the reference passage, 0 for other passages that a search found. */
export function fromChunkPair({ question, reference, retrieved, kind, row }: ChunkPair): LabelledPair {
  return { a: reference, b: retrieved, label: kind === 'other' ? 0 : 1, group: question, kind, row }
}

function pairFrom(line: string, place: string): LabelledPair {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw dataError(place, error instanceof Error ? error.message : String(error))
  }
  const result = pairSchema.safeParse(value)
  if (!result.success) {
    const [issue] = result.error.issues
    throw dataError(
      place,
      `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unexpected'}; expected { a, b, label: 0 or 1, group?, kind? }`,
    )
  }
  const { a, b, label, group = a, kind = label === 1 ? 'alike' : 'other' } = result.data
  return { a, b, label, group, kind, row: [a, b] }
}

function dataError(place: string, message: string): AssayError {
  return new AssayError({ kind: 'data', message: `${place}: ${message}` })
}
