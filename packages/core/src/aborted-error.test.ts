import { describe, expect, it } from 'vitest'
import { abortedError } from './aborted-error.ts'
import { AssayError } from './assay-error.ts'

describe('an abort', () => {
  it('is of kind aborted and keeps the reason as its cause', () => {
    const reason = new Error('closed the window')
    const error = abortedError(AbortSignal.abort(reason))
    expect(error).toMatchObject({ kind: 'aborted', isRetryable: false, cause: reason })
    expect(abortedError().kind).toBe('aborted')
  })

  it('for a reason of our own is that reason', () => {
    const reason = new AssayError({ kind: 'budget', message: 'Spent.' })
    expect(abortedError(AbortSignal.abort(reason))).toBe(reason)
  })
})
