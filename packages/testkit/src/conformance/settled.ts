import assert from 'node:assert/strict'
import { AssayError } from '@assay/core'

/** The timeout of checks for events that should come at once, in milliseconds. It is long, since machines may be busy. */
const PATIENCE = 30_000

/** The AssayError that `work` must end in. Anything else fails: a value, another error, no end at all. */
export async function failureOf(work: PromiseLike<unknown>, what: string): Promise<AssayError> {
  const outcome = await settled(work, what)
  if ('value' in outcome) assert.fail(`${what} must fail, and gave ${JSON.stringify(outcome.value)}`)
  const { error } = outcome
  if (!AssayError.is(error)) assert.fail(`${what} must fail with an AssayError, and failed with ${String(error)}`)
  return error
}

export type Settled<T> = { readonly value: T } | { readonly error: unknown }

/** The outcome of `work`. Fails if it does not settle. */
export async function settled<T>(work: PromiseLike<T>, what: string): Promise<Settled<T>> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new assert.AssertionError({ message: `${what}: no end within ${PATIENCE} ms` })), PATIENCE)
  })
  const outcome = Promise.resolve(work).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  try {
    return await Promise.race([outcome, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits until something holds that another process or the event loop brings about. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  const end = performance.now() + PATIENCE
  while (!holds()) {
    if (performance.now() > end) assert.fail(`${what} within ${PATIENCE} ms`)
    await new Promise((resolve) => {
      setTimeout(resolve, 5)
    })
  }
}
