import type { AssayErrorKind, JsonValue, LLMCall } from '@assay/core'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type RecordedRequest, startFakeServer, type WireReply } from '../../fake-server.ts'
import { inTurns } from '../../in-turns.ts'
import { scriptedAdapter } from '../../scripted-adapter.ts'
import { runChecks } from '../conformance-check.ts'
import { type Flaw, smallAdapter, type SmallOptions } from './__fixtures__/small-adapter.ts'
import type { AdapterServer, SeenCall } from './llm-adapter-subject.ts'
import { testLLMAdapter } from './test-llm-adapter.ts'

const server: AdapterServer = {
  start: startFakeServer,
  reply: ({ text, byTool, finishReason, usage }): WireReply | undefined =>
    byTool || !['stop', 'length'].includes(finishReason)
      ? undefined
      : { body: { text, finish: finishReason, usage: usage && { in: usage.inputTokens, out: usage.outputTokens } } },
  error({ status, kind, message, parameter }): WireReply {
    const named: Partial<Record<AssayErrorKind, AssayErrorKind>> = {
      quota: 'quota',
      context_overflow: 'context_overflow',
      unsupported_parameter: kind,
    }
    const isKnown = named[kind] !== undefined
    return { status, body: { error: { message, ...(isKnown ? { kind } : {}), ...(parameter === undefined ? {} : { parameter }) } } }
  },
  read: seen,
}

function checksOf(flaw?: Flaw) {
  const parameters: SmallOptions[] = [{ temperature: 0.3 }]
  return testLLMAdapter({ create: (place, options) => smallAdapter(place, options, flaw), parameters, server })
}

async function failedNames(checks: ReturnType<typeof testLLMAdapter>): Promise<string[]> {
  const results = await runChecks(checks)
  return results.flatMap(({ name, fault }) => (fault === undefined ? [] : [name]))
}

describe('an adapter that keeps the contract passes every check', () => {
  for (const { name, run } of checksOf()) test(name, run)
})

describe('a flaw fails the checks that are about it', () => {
  test.each<[Flaw, ...string[]]>([
    ['thawed fingerprint', 'has a fingerprint that is JSON, frozen'],
    ['key in fingerprint', 'another key does not'],
    ['model not in fingerprint', 'another model or address'],
    ['parameters not in fingerprint', 'parameters[0] change the fingerprint'],
    ['joins with newlines', 'with the parts of a message joined'],
    ['trims', 'roles and texts as they are'],
    ['drops 0', 'sends temperature 0,', 'sends seed 0,'],
    ['drops the seed', 'sends seed 7', 'sends seed 0'],
    ['spreads the call', 'droppable and cache marks'],
    ['changes the call', 'roles and texts as they are'],
    ['forgets the schema', 'output in mode native', 'output in the mode of its capabilities'],
    ['default temperature', 'sends no temperature, seed or output'],
    ['unknown usage is 0', 'null, never 0'],
    ['reported 0 is unknown', 'a reported 0 is 0'],
    ['no finish reason', 'tells finish reason length'],
    ['retries', 'HTTP 500 meaning provider', 'HTTP 503 meaning overloaded'],
    ['no kinds', 'HTTP 401 meaning auth', 'HTTP 429 meaning rate_limit'],
    ['quota is a rate', 'HTTP 429 meaning quota'],
    ['no retry-after', 'Retry-After as seconds', 'Retry-After as a date to come'],
    ['reads HTML as text', '200 with an HTML page'],
    ['ignores errors in 200', '200 with an error in its body'],
    ['lets fetch errors out', 'a connection that is reset', 'a connection that is cut', 'an unreachable server'],
    ['keeps secrets', 'repeats in the message of a 401', 'repeats in an HTML page'],
    ['leaves listeners', 'many calls on one signal', 'is in mid-answer ends the call'],
    ['sends when aborted', 'with an aborted signal nothing is sent'],
  ])('%s', async (flaw, ...names) => {
    const checks = checksOf(flaw).filter(({ name }) => names.some((part) => name.includes(part)))
    expect(checks).toHaveLength(names.length)
    expect(await failedNames(checks)).toEqual(checks.map(({ name }) => name))
  })

  test('ignores the signal', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const check = checksOf('ignores the signal').find(({ name }) => name.includes('does not answer ends the call'))
    const failing = failedNames(check === undefined ? [] : [check])
    expect(await inTurns(failing, (ms) => vi.advanceTimersByTime(ms), 10)).toEqual([check?.name])
  })
})

test('an adapter without a server has only the checks that need none', async () => {
  const checks = testLLMAdapter({ create: () => scriptedAdapter('hello') })
  expect(checks.length).toBe(3)
  expect(await failedNames(checks)).toEqual([])
  const broken = {
    ...scriptedAdapter('hello'),
    fingerprint: { at: 1 },
    doGenerate: async (call: LLMCall) => Object.assign(call, { text: 1 }) as never,
  }
  expect(await failedNames(testLLMAdapter({ create: () => broken }))).toHaveLength(2)
})

function seen(request: RecordedRequest): SeenCall {
  const { model, messages, max, temperature, seed, schema } = request.body as {
    model: string
    messages: { role: string; text: string }[]
    max?: number
    temperature?: number
    seed?: number
    schema?: JsonValue
  }
  const output = schema === undefined ? undefined : { mode: 'native' as const, schema }
  return { model, messages, output, maxOutputTokens: max, temperature, seed }
}
