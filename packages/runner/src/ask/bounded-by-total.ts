import { abortedError, AssayError, timerMs } from '@assay/core'

/**
 * Runs a call under one time limit for all its attempts and waits. A controller of its own, so that the run's one signal holds no
 * listener longer than the call lasts.
 * @throws AssayError `timeout` where the limit passes first.
 */
export async function boundedByTotal<T>(
  {
    signal,
    totalMs,
    adapter,
  }: { signal: AbortSignal | undefined; totalMs: number | undefined; adapter: { provider: string; modelId: string } },
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (totalMs === undefined) return work(signal)
  if (signal?.aborted) throw abortedError(signal)
  const { provider, modelId } = adapter
  const controller = new AbortController()
  const onAbort = (): void => controller.abort(abortedError(signal))
  const timer = setTimeout(() => {
    const message = `${provider}:${modelId} gave no reply within ${totalMs} ms in all, waits and repeated requests included. Allow more time, or ask for less at once.`
    controller.abort(new AssayError({ kind: 'timeout', message, provider, modelId }))
  }, timerMs(totalMs))
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
