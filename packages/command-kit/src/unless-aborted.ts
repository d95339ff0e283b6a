import { abortedError } from '@assay/core'

/** How long work in progress may take to end: it closes its resources when it notices the abort. */
const GRACE_MS = 500

/** The result of `work`, unless the signal fires first: work that cannot end is not awaited. @throws AssayError of the signal. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<'aborted'>()
  const onAbort = (): void => aborted.resolve('aborted')
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  try {
    const first = await Promise.race([work.then((value) => ({ value })), aborted.promise])
    if (first !== 'aborted') return first.value
    await settledWithin(GRACE_MS, work)
    throw abortedError(signal)
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

async function settledWithin(ms: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ms)
  await Promise.race([work.catch(() => undefined), late.promise])
  clearTimeout(timer)
}
