import { describe, expect, test } from 'vitest'
import { createContextWindow, wasCut } from './context-window.ts'
import type { ModelLimits } from './model-limits.ts'
import { measurePrompt } from './prompt-size.ts'

const prose = (words: number): string => 'The quick brown foxes jumped over lazy dogs. '.repeat(words / 9)

async function sizesFor(limits: ModelLimits | undefined, texts: string[], numCtx?: number): Promise<number[]> {
  const window = createContextWindow({ numCtx, contextWindow: undefined })
  const sizes: number[] = []
  for (const text of texts) sizes.push((await window.sizeFor(measurePrompt([text]), 1000, () => Promise.resolve(limits))).numCtx)
  return sizes
}

describe('the size of a prompt', () => {
  test('has a high estimate: a token for every 3 bytes and for every digit, and some for each message', () => {
    expect(measurePrompt(['abcabc']).most).toBe(2 + 16)
    expect(measurePrompt(['123456', '']).most).toBe(6 + 32)
    expect(measurePrompt(['漢字漢字']).most).toBe(4 + 16)
    expect(measurePrompt(['🦊🦊🦊']).most).toBe(4 + 16)
  })

  test('counts the bytes of UTF-8', () => {
    const text = 'aé漢🦊 — ß'
    expect(measurePrompt([text.repeat(30)]).least).toBe(Math.floor(Buffer.byteLength(text.repeat(30)) / 8))
  })

  test('a run of one character may be one token', () => {
    expect(measurePrompt(['-'.repeat(12_000)]).cutBelow).toBe(0)
    expect(measurePrompt(['ab'.repeat(6_000)]).cutBelow).toBe(1000)
  })

  test('has at least as many tokens as there are words between white space', () => {
    for (const [text, words] of [
      ['I am in a hut. ', 5],
      ['a\tb\r\nc', 3],
      ['- 7 -- é — |', 3],
      ['a b'.repeat(2), 3],
    ] as const) {
      const size = measurePrompt([text])
      expect([text, size.least, size.cutBelow]).toEqual([text, words, words])
    }
    expect(measurePrompt(['a b', 'c']).cutBelow).toBe(3)
    expect(measurePrompt(['漢字漢字'.repeat(600)])).toMatchObject({ least: 900, cutBelow: 600 })
  })
})

describe('the context window', () => {
  test('holds the prompt and the reply, in few sizes', async () => {
    const asked: number[] = []
    for (const length of [10, 20_000, 30_000, 40_000, 60_000, 90_000]) {
      const [numCtx = 0] = await sizesFor({ contextLength: 131_072 }, ['x'.repeat(length)])
      expect(numCtx).toBeGreaterThanOrEqual(length / 3 + 1000)
      asked.push(numCtx)
    }
    expect(asked).toEqual([8192, 8192, 12_288, 16_384, 24_576, 32_768])
  })

  test('never shrinks, since another size makes Ollama reload the model', async () => {
    expect(await sizesFor({ contextLength: 131_072 }, ['x', 'x'.repeat(60_000), 'x'])).toEqual([8192, 24_576, 24_576])
  })

  test('is no larger than the model allows, and starts at what the model file sets', async () => {
    expect(await sizesFor({ contextLength: 10_000 }, ['x'.repeat(60_000)])).toEqual([10_000])
    expect(await sizesFor({ contextLength: 2048 }, ['x'])).toEqual([2048])
    expect(await sizesFor({ contextLength: 10_000 }, ['x'.repeat(600_000), 'x'])).toEqual([10_000, 8192])
    expect(await sizesFor({ contextLength: 131_072, numCtx: 20_000 }, ['x', 'x'.repeat(60_000)])).toEqual([20_000, 24_576])
    expect(await sizesFor(undefined, ['x'.repeat(900_000)])).toEqual([393_216])
  })

  test('a size set by the user is used unchanged', async () => {
    expect(await sizesFor({ contextLength: 131_072, numCtx: 20_000 }, ['x', 'x'.repeat(60_000)], 3000)).toEqual([3000, 3000])
  })

  test('limits are requested once, and again after a failure', async () => {
    const window = createContextWindow({ numCtx: undefined, contextWindow: undefined })
    let asked = 0
    const ask = (): Promise<ModelLimits | undefined> => {
      asked += 1
      return Promise.resolve(asked === 1 ? undefined : { contextLength: 9000 })
    }
    const size = measurePrompt(['x'])
    await window.sizeFor(size, 1, ask)
    expect(window.limit()).toBeUndefined()
    await window.sizeFor(size, 1, ask)
    await window.sizeFor(size, 1, ask)
    expect([asked, window.limit()]).toEqual([2, 9000])
  })
})

describe('a prompt counts as truncated', () => {
  const size = measurePrompt([prose(9000)])

  test('if the count is far below what the text can have', () => {
    expect(wasCut(size, 2050, { numCtx: 32_768 })).toBe(true)
    expect(wasCut(size, 9000, { numCtx: 32_768 })).toBe(false)
  })

  test('if the count is below the number of its words, however short they are', () => {
    const short = measurePrompt(['So it is as we do it, or he is to go up. '.repeat(408)])
    expect(Math.floor(Buffer.byteLength('So it is as we do it, or he is to go up. '.repeat(408)) / 12)).toBeLessThan(2050)
    expect(wasCut(short, 2050, { numCtx: 32_768 })).toBe(true)
    expect(wasCut(short, 5304, { numCtx: 32_768 })).toBe(false)
  })

  test('if it fills the window, or num_keep tokens and half of the rest', () => {
    expect(wasCut(size, 8192, { numCtx: 8192 })).toBe(true)
    expect(wasCut(size, 4 + 4094, { numCtx: 8192 })).toBe(true)
    expect(wasCut(size, 100 + 4046, { numCtx: 8192, numKeep: 100 })).toBe(true)
    expect(wasCut(size, 8191, { numCtx: 8192 })).toBe(false)
  })

  test('never at half a window if the whole prompt fits', () => {
    const small = measurePrompt([prose(9)])
    expect(wasCut(small, 4098, { numCtx: 8192 })).toBe(false)
  })

  test('never without a count', () => {
    expect(wasCut(size, null, { numCtx: 8192 })).toBe(false)
    expect(wasCut(size, 0, { numCtx: 8192 })).toBe(false)
  })

  test.each([
    ['English, 4.6 bytes a token', prose(9000), 4.6],
    ['Chinese, 1.6 characters a token', '检索是否带回了正确答案所需要的内容。'.repeat(200), 4.8],
    ['Hindi at its best, 2.6 characters a token', 'क्या पुनर्प्राप्ति सही उत्तर लाती है। '.repeat(200), 7.6],
    ['digits by threes', '123 456 789 '.repeat(500), 3.5],
    ['long rules of dashes', `word ${'-'.repeat(120)}\n`.repeat(200), 30],
  ])('is not said of a whole prompt in %s', (_what, text, bytesPerToken) => {
    expect(wasCut(measurePrompt([text]), Math.round(Buffer.byteLength(text) / bytesPerToken), { numCtx: 1_000_000 })).toBe(false)
  })
})
