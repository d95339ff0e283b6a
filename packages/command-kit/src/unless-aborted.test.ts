import { expect, it } from 'vitest'
import { unlessAborted } from './unless-aborted.ts'

const aborted = { kind: 'aborted' }

it('work that is done first is what it is', async () => {
  const stop = new AbortController()
  expect(await unlessAborted(Promise.resolve('done'), stop.signal)).toBe('done')
  await expect(unlessAborted(Promise.reject(new Error('broken')), stop.signal)).rejects.toThrow('broken')
})

it('work that was begun comes to its end before the abort is told', async () => {
  const stop = new AbortController()
  let isDone = false
  const work = new Promise<void>((resolve) => {
    setTimeout(() => {
      isDone = true
      resolve()
    }, 20)
  })
  const told = unlessAborted(work, stop.signal)
  stop.abort()
  await expect(told).rejects.toMatchObject(aborted)
  expect(isDone).toBe(true)
})

it('work that never ends is not waited for, nor is that which fails', async () => {
  const stop = AbortSignal.abort()
  await expect(unlessAborted(new Promise(() => {}), stop)).rejects.toMatchObject(aborted)
  await expect(unlessAborted(Promise.reject(new Error('late')), stop)).rejects.toThrow()
})
