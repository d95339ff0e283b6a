const MARKER = Symbol.for('assay.suspended.v1')

/**
 * The reply will arrive later, from a batch or another machine: a runtime's `generate` may reject with it. It is a marker, not a failure:
 * metrics, ports and combinators let it through, and `score()` runs again from its start once the replies are there.
 */
export class Suspended extends Error {
  override readonly name = 'Suspended'

  constructor(message = 'The reply is not here yet; score again when it is.') {
    super(message)
    Object.defineProperty(this, MARKER, { value: true })
  }

  static is(value: unknown): value is Suspended {
    return typeof value === 'object' && value !== null && MARKER in value && value[MARKER] === true
  }
}
