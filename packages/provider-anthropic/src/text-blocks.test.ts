import type { JsonObject, LLMCall } from '@assay/core'
import { startFakeAnthropic } from '@assay/testkit'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createAnthropic } from './anthropic.ts'
import { textBlocks } from './text-blocks.ts'

const cacheControl = { cache_control: { type: 'ephemeral' } }
const asIs = (text: string): string => text

async function sent(messages: LLMCall['messages']): Promise<JsonObject> {
  const server = await startFakeAnthropic('hello')
  onTestFinished(() => server.close())
  await createAnthropic({ baseURL: server.url, apiKey: 'k' })('m').doGenerate({ messages })
  return server.requests[0]?.body as JsonObject
}

describe('a cache mark', () => {
  test('ends a block and marks only that block, in the system prompt too', async () => {
    const body = await sent([
      { role: 'system', parts: [{ text: 'You judge.', cache: true }] },
      { role: 'user', parts: [{ text: 'a' }, { text: 'b', cache: true }, { text: 'c' }, { text: 'd' }] },
    ])
    expect(body['system']).toEqual([{ type: 'text', text: 'You judge.', ...cacheControl }])
    expect(body['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'ab', ...cacheControl },
          { type: 'text', text: 'cd' },
        ],
      },
    ])
  })

  test('is sent four times at most, the last ones', async () => {
    const parts = Array.from({ length: 5 }, (_, index) => ({ text: `${index}`, cache: true as const }))
    const body = await sent([
      { role: 'system', parts: [{ text: 's', cache: true }] },
      { role: 'user', parts },
    ])
    expect(body['system']).toEqual([{ type: 'text', text: 's' }])
    expect(body['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: '0' },
          ...['1', '2', '3', '4'].map((text) => ({ type: 'text', text, cache_control: { type: 'ephemeral' } })),
        ],
      },
    ])
  })

  test('at an empty or blank part moves to the block before, since the API refuses blank blocks', () => {
    expect(textBlocks([{ text: 'a' }, { text: '', cache: true }, { text: 'b' }], asIs)).toEqual([
      { type: 'text', text: 'a', ...cacheControl },
      { type: 'text', text: 'b' },
    ])
    expect(
      textBlocks(
        [
          { text: 'a', cache: true },
          { text: ' \n', cache: true },
        ],
        asIs,
      ),
    ).toEqual([{ type: 'text', text: 'a \n', ...cacheControl }])
    expect(textBlocks([{ text: ' ', cache: true }, { text: 'a' }], asIs)).toEqual([{ type: 'text', text: ' a' }])
    expect(textBlocks([], asIs)).toEqual([{ type: 'text', text: '' }])
  })

  test('changes no text: the joined blocks equal the joined parts, and no block is blank unless all text is', () => {
    const part = fc.record({ text: fc.constantFrom('', ' ', '\n', 'a', 'b c'), cache: fc.constantFrom(true as const, undefined) })
    fc.assert(
      fc.property(fc.array(part), (drawn) => {
        const parts = drawn.map(({ text, cache }) => (cache === undefined ? { text } : { text, cache }))
        const blocks = textBlocks(parts, asIs)
        const whole = parts.map(({ text }) => text).join('')
        expect(blocks.map(({ text }) => text).join('')).toBe(whole)
        if (whole.trim() !== '') expect(blocks.every(({ text }) => text.trim() !== '')).toBe(true)
      }),
    )
  })
})
