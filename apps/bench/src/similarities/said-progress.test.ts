import { expect, onTestFinished, test, vi } from 'vitest'
import { saidProgress } from './said-progress.ts'

test('progress is printed every ten seconds until the similarity is done', () => {
  vi.useFakeTimers()
  const said: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const { onPair, stop } = saidProgress()
  vi.advanceTimersByTime(10_000)
  onPair('embedding:openai:e', 3, 900)
  vi.advanceTimersByTime(20_000)
  stop()
  vi.advanceTimersByTime(60_000)
  expect(said).toEqual(Array.from({ length: 2 }, () => 'assay-bench: embedding:openai:e: 3 of 900 pairs\n'))
})
