import * as fc from 'fast-check'
import type { EvaluatedRow, RunInfo } from '@assay/runner'
import { noUsage, type Score } from '@assay/core'
import { expect, it } from 'vitest'
import { createRowDigest } from './row-digest.ts'
import { createShownRows, WORST_ROWS } from './shown-rows.ts'

const metrics = [{ name: 'recall', direction: 'maximize' }] as const
const run: RunInfo = { id: 'r', startedAt: '', assayVersion: '0', metrics: metrics.map((metric) => ({ ...metric, ...rest() })) }

function rest() {
  return { version: '1', signature: 'recall|v1', config: null, kind: 'id', evidence: 'exact' } as const
}

/** A row by its score: below 0 it is unscored, for one of two causes. */
function rowOf(score: number, index: number): EvaluatedRow {
  const base = { reason: `row ${index}`, signature: 'recall|v1', usage: noUsage }
  const recall: Score =
    score >= 0
      ? { ...base, status: 'scored', value: score / 4, detail: {} }
      : { ...base, status: 'unscored', value: null, cause: score === -1 ? 'missing_field' : 'empty_reference' }
  return { result: { id: `q${index}`, idGiven: true, index, scores: { recall } }, sample: { id: `q${index}` } }
}

it('a page of a run shows only rows that each part of the run would let it show', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -2, max: 4 }), { maxLength: 80 }), fc.integer({ min: 1, max: 4 }), (scores, parts) => {
      const rows = scores.map(rowOf)
      const digest = createRowDigest(run, WORST_ROWS.markdown)
      digest.see(rows)
      const shown = Array.from({ length: parts }, () => createShownRows(metrics))
      const kept = new Set(rows.filter((row, at) => shown[at % parts]?.mayShow(row)).map(({ result }) => result.id))
      const { worst, unscored } = digest.digest()
      for (const { result } of worst) expect(kept).toContain(result.id)
      for (const { id } of unscored) expect(kept).toContain(id)
    }),
  )
})

it('of many rows alike it keeps the first', () => {
  const { mayShow } = createShownRows(metrics)
  expect(Array.from({ length: 100 }, (_, at) => rowOf(0, at)).filter(mayShow)).toHaveLength(WORST_ROWS.markdown)
})
