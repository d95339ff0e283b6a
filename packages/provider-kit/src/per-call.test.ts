import { getEventListeners } from 'node:events'
import { expect, test, vi } from 'vitest'
import { perCall } from './per-call.ts'

test('the signal of the caller reaches the call, and keeps no listener', async () => {
  const controller = new AbortController()
  const aborted = perCall(
    controller.signal,
    (own) => new Promise((_resolve, reject) => own.addEventListener('abort', () => reject(new Error('stop')))),
  )
  controller.abort()
  await expect(aborted).rejects.toThrow('stop')
  expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  const { signal } = new AbortController()
  expect(await perCall(signal, async () => 1)).toBe(1)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('a signal that has fired before runs nothing', async () => {
  const run = vi.fn()
  await expect(perCall(AbortSignal.abort(), run)).rejects.toMatchObject({ kind: 'aborted' })
  expect(run).not.toHaveBeenCalled()
})
