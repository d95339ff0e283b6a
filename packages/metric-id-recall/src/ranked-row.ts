import type { Sample } from '@assay/core'
import { gradedIds, idsFromGrade } from './graded-ids.ts'
import { distinct, idTexts } from './id-texts.ts'

/** One sample as the metrics by id read it. */
export type RankedRow = {
  /** Retrieved ids, best first, each at its first rank. */
  readonly retrieved: readonly string[]
  /** How many retrieved ids were left out as repeats. */
  readonly repeats: number
  readonly graded: ReadonlyMap<string, number>
  /** Reference ids that count as relevant, each once, in the order of the reference. */
  readonly relevant: readonly string[]
}

/** @throws AssayError `data` for a value that is not an id, or not a grade. */
export function rankedRow(sample: Sample, relevanceLevel: number): RankedRow {
  const graded = gradedIds(sample)
  const all = idTexts(sample, 'retrievedContextIds')
  const retrieved = distinct(all)
  return { retrieved, repeats: all.length - retrieved.length, graded, relevant: idsFromGrade(sample, graded, relevanceLevel) }
}

/** The detail of all ranked metrics. */
export type RankedDetail = {
  /** How many relevant ids are within the cut-off (at any rank without one). */
  readonly hits: number
  /** How many relevant ids there are. */
  readonly relevant: number
  /** How many distinct ids were retrieved, beyond the cut-off as well. */
  readonly retrieved: number
  /** How many repeated retrieved ids were left out before ranks were counted. */
  readonly repeats: number
  /** The relevant ids within the cut-off, best rank first. */
  readonly found: readonly string[]
  /** Their ranks, from 1, in the same order. */
  readonly ranks: readonly number[]
}

/** The same, with the relevant ids that were missed. */
export type RankedRecallDetail = RankedDetail & {
  /** Relevant ids that are not within the cut-off. */
  readonly missing: readonly string[]
}

/** The ranks of the relevant ids among the first `k`. */
export function standing({ retrieved, repeats, relevant }: RankedRow, k = Number.POSITIVE_INFINITY): RankedDetail {
  const wanted = new Set(relevant)
  const found: string[] = []
  const ranks: number[] = []
  const end = Math.min(k, retrieved.length)
  for (const [index, id] of retrieved.entries()) {
    if (index >= end) break
    if (!wanted.has(id)) continue
    found.push(id)
    ranks.push(index + 1)
  }
  return { hits: found.length, relevant: relevant.length, retrieved: retrieved.length, repeats, found, ranks }
}

export function withMissing(detail: RankedDetail, { relevant }: RankedRow): RankedRecallDetail {
  const found = new Set(detail.found)
  return { ...detail, missing: relevant.filter((id) => !found.has(id)) }
}
