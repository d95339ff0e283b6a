import { describe, expect, it } from 'vitest'
import { callKey } from './call-key.ts'
import type { LLMCall } from './llm-adapter.ts'

const adapter = { fingerprint: { provider: 'p', model: 'm', baseURL: 'https://host.example' } }
const call: LLMCall = {
  messages: [
    { role: 'system', parts: [{ text: 'Judge.' }] },
    { role: 'user', parts: [{ text: 'Contexts.' }, { text: 'Claims.' }] },
  ],
  output: { name: 'verdicts', schema: { type: 'object' }, mode: 'native' },
  maxOutputTokens: 100,
  temperature: 0,
}

describe('the key of a call', () => {
  it('stays what it was in earlier versions, so that stored replies are found', () => {
    expect(callKey(adapter, call)).toBe('1f697de6932794d0515943a118493202b2e46cdcaa82f37554715c6d842163fc')
  })

  it('does not depend on the order of names, on what is undefined, on cache marks, or on what may be dropped', () => {
    const { messages, ...rest } = call
    const marked: LLMCall = {
      droppable: ['temperature'],
      ...rest,
      messages: messages.map(({ parts, role }) => ({ parts: parts.map(({ text }) => ({ cache: true, text })), role })),
    }
    const shuffled = { fingerprint: { model: 'm', baseURL: 'https://host.example', provider: 'p' } }
    expect(callKey(shuffled, marked, 0)).toBe(callKey(adapter, call))
  })

  it.each<[string, LLMCall, number]>([
    ['a text', { ...call, messages: [{ role: 'user', parts: [{ text: 'Other.' }] }] }, 0],
    ['a role', { ...call, messages: call.messages.map((message) => ({ ...message, role: 'user' as const })) }, 0],
    ['the output mode', { ...call, output: { name: 'verdicts', schema: { type: 'object' }, mode: 'prompt' } }, 0],
    ['the schema', { ...call, output: { name: 'verdicts', schema: { type: 'array' }, mode: 'native' } }, 0],
    ['the temperature', { ...call, temperature: 1 }, 0],
    ['a seed', { ...call, seed: 1 }, 0],
    ['the limit of output', { ...call, maxOutputTokens: 101 }, 0],
    ['the draw', call, 1],
  ])('depends on %s', (_what, other, draw) => {
    expect(callKey(adapter, other, draw)).not.toBe(callKey(adapter, call))
  })

  it('depends on the fingerprint', () => {
    expect(callKey({ fingerprint: { ...adapter.fingerprint, top_p: 1 } }, call)).not.toBe(callKey(adapter, call))
  })
})
