import { abortedError } from '@assay/core'

/** So long work that was begun may take to come to its end: what it opened is closed by whoever hears of the abort. */
const GRACE_MS = 500

/** What `work` comes to, unless the signal fires first: work that cannot end is not waited for. @throws AssayError of the signal. */
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
