import { describe, expect, it } from 'vitest'
import { AssayError } from './assay-error.ts'
import { scored, unscored, unscoredBy } from './score.ts'
import { Suspended } from './suspended.ts'
import { noUsage, unknownUsage } from './usage.ts'

describe('a score', () => {
  it('is JSON, without names that hold nothing', () => {
    const score = scored({ signature: 's', value: 0.5, reason: 'r', detail: { claims: 2 } })
    expect(Object.keys(score).sort()).toEqual(['detail', 'reason', 'signature', 'status', 'usage', 'value'])
    expect(JSON.parse(JSON.stringify(score))).toEqual(score)
    expect(scored({ signature: 's', value: 0, reason: 'r', detail: null, range: [0, 0.5] }).range).toEqual([0, 0.5])
  })

  it.each([Number.NaN, -0.1, 1.0000000000000002, Number.POSITIVE_INFINITY])('of %s is a mistake of the metric', (value) => {
    expect(() => scored({ signature: 'sig', value, reason: 'r', detail: null })).toThrow(RangeError)
  })

  it('unscored has no number', () => {
    const score = unscored({ signature: 's', cause: 'no_claims', reason: 'r', usage: unknownUsage() })
    expect(score).toEqual({ status: 'unscored', value: null, cause: 'no_claims', reason: 'r', signature: 's', usage: unknownUsage() })
  })

  it('of a failure takes its kind, message and data from the error', () => {
    const error = new AssayError({ kind: 'truncated', message: 'Cut.', reply: '{"a', cause: new Error('inner') })
    expect(unscoredBy<{ seen: number }>(error, { signature: 's', detail: { seen: 1 } })).toEqual({
      status: 'unscored',
      value: null,
      cause: 'truncated',
      reason: 'Cut.',
      signature: 's',
      usage: noUsage,
      error: { kind: 'truncated', message: 'Cut.', isRetryable: false, replyHead: '{"a' },
      detail: { seen: 1 },
    })
  })

  it.each([new Suspended(), new TypeError('a mistake'), 'text'])('%s passes through', (error) => {
    let thrown: unknown
    try {
      unscoredBy(error, { signature: 's' })
    } catch (caught) {
      thrown = caught
    }
    expect(thrown).toBe(error)
  })
})

describe('Suspended', () => {
  it('is no AssayError, and is recognised across copies of the package', () => {
    expect(AssayError.is(new Suspended())).toBe(false)
    expect(Suspended.is(new Suspended())).toBe(true)
    expect(Suspended.is(Object.defineProperty({}, Symbol.for('assay.suspended.v1'), { value: true }))).toBe(true)
    for (const other of [new Error('m'), null, 'Suspended', {}]) expect(Suspended.is(other)).toBe(false)
  })
})
