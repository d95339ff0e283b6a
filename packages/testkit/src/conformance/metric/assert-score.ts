import assert from 'node:assert/strict'
import type { Score } from '@assay/core'
import { assertJson } from '../json-value.ts'

/** @throws AssertionError if a value is not a valid score. */
export function assertScore(score: Score, signature: string): void {
  assertJson(score, 'a score')
  assert.equal(score.signature, signature)
  assert.ok(score.reason.trim() !== '', 'a score must give a reason in words')
  if (score.status === 'unscored') {
    assert.equal(score.value, null)
    return
  }
  assert.ok(score.value >= 0 && score.value <= 1, `the value ${score.value} is not in [0, 1]`)
  const { range } = score
  if (range !== undefined)
    assert.ok(0 <= range[0] && range[0] <= range[1] && range[1] <= 1, `the range ${range.join(' to ')} is none in [0, 1]`)
}
