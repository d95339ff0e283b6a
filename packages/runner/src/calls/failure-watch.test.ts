import { AssayError, noUsage, type Score, unscored, type UnscoredCause } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { replyOf, valueOf } from '../__fixtures__/scripted.ts'
import { createFailureWatch } from './failure-watch.ts'

const failed = (cause: UnscoredCause, reason = 'why'): Score => unscored({ signature: 'toy|v1', cause, reason })
const judged: Score = { ...valueOf(1), usage: replyOf('').usage }
const unasked: Score = { ...valueOf(0), usage: noUsage }

/** The place, 1-based, of the score that stops the run. */
function stopAt(scores: readonly Score[]): number | undefined {
  const watch = createFailureWatch('toy')
  const at = scores.findIndex((score) => watch.see(score) !== undefined)
  return at === -1 ? undefined : at + 1
}

describe('the run is dropped', () => {
  it.each(['auth', 'quota', 'model_not_found', 'connection', 'config', 'unsupported_parameter'] as const)('at the third %s', (cause) => {
    expect(stopAt([failed(cause), failed(cause), failed(cause)])).toBe(3)
  })

  it('though rows that make no call lie between', () => {
    expect(stopAt([failed('auth'), unasked, failed('auth'), failed('empty_reference'), failed('missing_field'), failed('auth')])).toBe(6)
    expect(stopAt([failed('auth'), failed('auth'), failed('empty_response'), failed('empty_user_input'), failed('auth')])).toBe(5)
  })

  it.each(['rate_limit', 'overloaded'] as const)('where the wait for %s is longer than anybody waits', (cause) => {
    const error = new AssayError({ kind: cause, message: 'wait for an hour', isRetryable: false })
    const tooLong = unscored({ signature: 'toy|v1', cause, reason: error.message, error: error.toJSON() })
    expect(stopAt([judged, tooLong, tooLong, tooLong])).toBe(4)
  })

  it('after as many rows as are called for, and at once where the budget is spent', () => {
    const watch = createFailureWatch('toy', 2)
    expect([watch.see(failed('auth')), watch.see(failed('auth'))]).toEqual([
      undefined,
      { cause: 'auth', reason: 'toy failed the same way on 2 rows in a row, so the run was stopped: why' },
    ])
    expect(stopAt([failed('budget')])).toBe(1)
  })

  it('by any cause where it was said after how many rows', () => {
    const watch = createFailureWatch('toy', 2)
    const seen = [failed('invalid_reply'), failed('timeout'), failed('timeout')].map((score) => watch.see(score)?.cause)
    expect(seen).toEqual([undefined, undefined, 'timeout'])
  })

  it('where a server that once answered is gone for twenty rows', () => {
    expect(stopAt([judged, ...Array.from({ length: 30 }, () => failed('connection'))])).toBe(21)
  })

  it('where the quota ends in mid-run', () => {
    expect(stopAt([judged, judged, failed('quota'), failed('quota'), failed('quota')])).toBe(5)
  })
})

describe('the run goes on', () => {
  it('past a row that was looked at and holds an answer that declines', () => {
    const declined: Score = unscored({ signature: 'toy|v1', cause: 'declined', reason: 'why', usage: replyOf('').usage })
    expect(stopAt([failed('auth'), failed('auth'), declined, failed('auth'), failed('auth')])).toBeUndefined()
    const watch = createFailureWatch('toy', 2)
    expect([declined, declined, declined].map((score) => watch.see(score))).toEqual([undefined, undefined, undefined])
  })

  it.each(['timeout', 'refused', 'invalid_reply', 'rate_limit', 'missing_field', 'empty_reference', 'no_claims'] as const)(
    'whatever number of rows end by %s',
    (cause) => {
      expect(stopAt(Array.from({ length: 50 }, () => failed(cause)))).toBeUndefined()
    },
  )

  it('after an answer between the failures', () => {
    expect(stopAt([failed('auth'), failed('auth'), judged, failed('auth'), failed('auth')])).toBeUndefined()
    expect(stopAt([failed('auth'), failed('auth'), failed('refused'), failed('auth'), failed('auth')])).toBeUndefined()
  })

  it('if a failure of a cause that only the user counts was scored in between, with or without a call', () => {
    const watch = createFailureWatch('toy', 2)
    const scores = [failed('invalid_reply'), unasked, failed('invalid_reply'), judged, failed('invalid_reply')]
    expect(scores.map((score) => watch.see(score))).toEqual(scores.map(() => undefined))
  })

  it('where the connection breaks after it once held', () => {
    expect(stopAt([judged, ...Array.from({ length: 9 }, () => failed('connection'))])).toBeUndefined()
  })

  it('where a configuration fails in another way each time, or not on every row', () => {
    expect(stopAt([1, 2, 3, 4].map((row) => failed('config', `row ${row}`)))).toBeUndefined()
    expect(stopAt([failed('config'), failed('config'), unasked, failed('config')])).toBeUndefined()
  })
})
