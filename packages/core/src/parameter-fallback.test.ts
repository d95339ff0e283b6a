import { describe, expect, it } from 'vitest'
import { answering, reply } from './__fixtures__/adapters.ts'
import { AssayError } from './assay-error.ts'
import type { LLMCall } from './llm-adapter.ts'
import { createParameterFallback } from './parameter-fallback.ts'

const adapter = answering(() => reply('ok'))
const refusal = (parameter: string): AssayError =>
  new AssayError({ kind: 'unsupported_parameter', message: `${parameter} is refused.`, parameter })
const call: LLMCall = { messages: [], output: { name: 'verdicts', schema: {} }, temperature: 0, seed: 1, droppable: ['temperature'] }

describe('what a provider refuses', () => {
  it('nothing known, nothing changed', () => {
    expect(createParameterFallback().adapt(adapter, call)).toEqual({ call, warnings: [] })
  })

  it('an output mode steps down from native to tool to prompt, and no further', () => {
    const fallback = createParameterFallback()
    expect(fallback.learn(adapter, call, refusal('output'))).toBe(true)
    const tool = fallback.adapt(adapter, call)
    expect(tool.call.output?.mode).toBe('tool')
    expect(tool.warnings).toEqual(['test:m refused a stronger output mode; "tool" was used.'])
    expect(fallback.learn(adapter, tool.call, refusal('output'))).toBe(true)
    const prompt = fallback.adapt(adapter, call)
    expect(prompt.call.output?.mode).toBe('prompt')
    expect(fallback.learn(adapter, prompt.call, refusal('output'))).toBe(false)
  })

  it('without forced tools it steps from native to prompt', () => {
    const fallback = createParameterFallback()
    const plain = answering(() => reply('ok'), { capabilities: { structuredOutput: 'native', temperature: true, seed: true } })
    fallback.learn(plain, call, refusal('output'))
    expect(fallback.adapt(plain, call).call.output?.mode).toBe('prompt')
  })

  it('a late refusal of a mode left behind takes no step back', () => {
    const fallback = createParameterFallback()
    fallback.learn(adapter, call, refusal('output'))
    fallback.learn(adapter, fallback.adapt(adapter, call).call, refusal('output'))
    expect(fallback.learn(adapter, call, refusal('output'))).toBe(true)
    expect(fallback.adapt(adapter, call).call.output?.mode).toBe('prompt')
  })

  it('a value that Assay chose is left out with a warning; one that the user set is not touched', () => {
    const fallback = createParameterFallback()
    expect(fallback.learn(adapter, call, refusal('seed'))).toBe(false)
    expect(fallback.learn(adapter, call, refusal('temperature'))).toBe(true)
    const { call: sent, warnings } = fallback.adapt(adapter, call)
    expect(sent).not.toHaveProperty('temperature')
    expect(sent.seed).toBe(1)
    expect(warnings).toEqual(['test:m refused temperature; it was left out.'])
    const { droppable: _none, ...byUser } = call
    expect(fallback.adapt(adapter, byUser).call.temperature).toBe(0)
  })

  it('is remembered for one fingerprint only', () => {
    const fallback = createParameterFallback()
    fallback.learn(adapter, call, refusal('temperature'))
    const other = answering(() => reply('ok'), { fingerprint: { provider: 'test', model: 'other' } })
    expect(fallback.adapt(other, call).call).toEqual(call)
  })

  it.each([
    new Error('no'),
    new AssayError({ kind: 'bad_request', message: 'no', parameter: 'output' }),
    refusal('top_p'),
    refusal('maxOutputTokens'),
  ])('nothing is learned from %s', (error) => {
    expect(createParameterFallback().learn(adapter, call, error)).toBe(false)
  })

  it('a refused output of a call that asked for none changes nothing', () => {
    expect(createParameterFallback().learn(adapter, { messages: [] }, refusal('output'))).toBe(false)
  })
})
