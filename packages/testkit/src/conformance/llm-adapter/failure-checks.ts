import assert from 'node:assert/strict'
import type { AssayError, AssayErrorKind } from '@assay/core'
import type { WireReply } from '../../fake-server.ts'
import type { ConformanceCheck } from '../conformance-check.ts'
import { assertJson } from '../json-value.ts'
import { failureOf } from '../settled.ts'
import { type ServedBench, smallCall } from './llm-adapter-subject.ts'
import { errorOf, onStage, plainAnswer, type Stage } from './on-stage.ts'

type StatusCase = {
  readonly status: number
  /** Accepted kinds; the first is the one that the server means. */
  readonly kinds: readonly [AssayErrorKind, ...AssayErrorKind[]]
  readonly isRetryable: boolean
  readonly message: string
}

const STATUS_CASES: readonly StatusCase[] = [
  { status: 400, kinds: ['bad_request'], isRetryable: false, message: 'The request has a fault.' },
  { status: 400, kinds: ['context_overflow'], isRetryable: false, message: 'The prompt is too long: it exceeds the context length.' },
  { status: 401, kinds: ['auth'], isRetryable: false, message: 'The key is not valid.' },
  { status: 403, kinds: ['auth'], isRetryable: false, message: 'You may not do this.' },
  { status: 404, kinds: ['model_not_found'], isRetryable: false, message: 'The model "m" was not found.' },
  { status: 408, kinds: ['timeout', 'provider'], isRetryable: true, message: 'The request took too long.' },
  { status: 409, kinds: ['provider'], isRetryable: true, message: 'Conflict.' },
  { status: 413, kinds: ['request_too_large'], isRetryable: false, message: 'The request is too large.' },
  { status: 429, kinds: ['rate_limit', 'overloaded'], isRetryable: true, message: 'Slow down.' },
  { status: 429, kinds: ['quota'], isRetryable: false, message: 'You exceeded your current quota.' },
  { status: 500, kinds: ['provider'], isRetryable: true, message: 'Something broke.' },
  { status: 502, kinds: ['provider', 'overloaded'], isRetryable: true, message: 'Bad gateway.' },
  { status: 503, kinds: ['overloaded'], isRetryable: true, message: 'Unavailable.' },
  { status: 529, kinds: ['overloaded'], isRetryable: true, message: 'Overloaded.' },
]

/** Invalid bodies with status 200. */
const NO_ANSWERS: readonly (readonly [what: string, reply: WireReply])[] = [
  ['an HTML page', { rawBody: '<!doctype html><html><body>Sign in</body></html>', headers: { 'content-type': 'text/html' } }],
  ['an empty body', { rawBody: '' }],
  ['plain text', { rawBody: 'upstream said no', headers: { 'content-type': 'text/plain' } }],
  ['the JSON null', { rawBody: 'null' }],
  ['a JSON list', { rawBody: '[]' }],
  ['an object of another kind', { rawBody: '{"hello":"world"}' }],
]

/** Every failure of a server has its kind, costs one request, and names the model and the failure. */
export function failureChecks(bench: ServedBench): ConformanceCheck[] {
  const { server } = bench
  return [
    ...STATUS_CASES.flatMap(({ status, kinds, isRetryable, message }): ConformanceCheck[] => {
      const answer = errorOf(server, { status, kind: kinds[0], message })
      if (answer === undefined) return []
      return [
        {
          name: `HTTP ${status} meaning ${kinds[0]} is ${kinds.join(' or ')}, and ${isRetryable ? 'may be tried again' : 'is final'}`,
          run: () =>
            onStage(bench, answer, async (stage) => {
              const error = await failedCall(bench, stage)
              assertKind(error, kinds)
              assert.equal(error.isRetryable, isRetryable, `isRetryable of ${error.kind}`)
              assert.equal(error.status, status)
            }),
        },
      ]
    }),
    ...(['temperature', 'output'] as const).flatMap((parameter): ConformanceCheck[] => {
      const answer = errorOf(server, {
        status: 400,
        kind: 'unsupported_parameter',
        message: `Unsupported parameter: ${parameter} is not supported with this model.`,
        parameter,
      })
      if (answer === undefined) return []
      return [
        {
          name: `${parameter} refused by the server is unsupported_parameter and names it, so that it can be dropped`,
          run: () =>
            onStage(bench, answer, async (stage) => {
              const schema = { type: 'object', properties: {}, required: [], additionalProperties: false }
              const call =
                parameter === 'output' ? { ...smallCall, output: { name: 'claims', schema } } : { ...smallCall, temperature: 0.5 }
              const error = await failureOf(stage.adapter.doGenerate(call), 'the call')
              assertKind(error, ['unsupported_parameter'])
              assert.equal(error.parameter, parameter)
            }),
        },
      ]
    }),
    ...NO_ANSWERS.map(([what, answer]): ConformanceCheck => ({
      name: `200 with ${what} is an error of the provider, not a reply`,
      run: () => onStage(bench, answer, async (stage) => assertKind(await failedCall(bench, stage), ['provider', 'connection'])),
    })),
    {
      name: '502 with an HTML page may be tried again, and the page is not the message',
      run: () =>
        onStage(
          bench,
          { status: 502, rawBody: `<html>${'x'.repeat(2000)}</html>`, headers: { 'content-type': 'text/html' } },
          async (stage) => {
            const error = await failedCall(bench, stage)
            assertKind(error, ['provider', 'overloaded'])
            assert.equal(error.isRetryable, true)
            assert.ok(error.message.length < 1000, 'the message must not carry a whole page')
          },
        ),
    },
    ...errorWithin200(bench),
    ...(['reset', 'cut'] as const).map((fault): ConformanceCheck => ({
      name: `a connection that is ${fault === 'cut' ? 'cut in mid-body' : 'reset'} is a retryable connection error`,
      run: () => {
        const answer = fault === 'cut' ? (server.unfinished ?? plainAnswer(server, 'long enough to be cut')) : plainAnswer(server)
        return onStage(bench, { ...answer, fault }, async (stage) => {
          const error = await failedCall(bench, stage)
          assertKind(error, ['connection'])
          assert.equal(error.isRetryable, true)
        })
      },
    })),
    {
      name: 'an unreachable server is a connection error with the address in its message',
      run: () =>
        onStage(bench, plainAnswer(server), async (stage) => {
          await stage.server.close()
          const error = await failureOf(stage.adapter.doGenerate(smallCall), 'a call to nobody')
          assertKind(error, ['connection'])
          assert.equal(error.isRetryable, true)
          const { host } = new URL(stage.server.url)
          assert.ok(error.message.includes(host), `the message must name ${host}: ${error.message}`)
        }),
    },
  ]
}

function errorWithin200(bench: ServedBench): ConformanceCheck[] {
  const answer = errorOf(bench.server, { status: 200, kind: 'provider', message: 'The engine has died.' })
  if (answer === undefined) return []
  return [
    {
      name: '200 with an error in its body is that error, told in its words',
      run: () =>
        onStage(bench, answer, async (stage) => {
          const error = await failedCall(bench, stage)
          assert.ok(error.message.includes('The engine has died'), `the message must say what the server said: ${error.message}`)
        }),
    },
  ]
}

/** The error of a single call. An adapter must not retry, because the runtime does. */
async function failedCall({ modelId }: ServedBench, { adapter, asked }: Stage): Promise<AssayError> {
  const error = await failureOf(adapter.doGenerate(smallCall), 'the call')
  assert.equal(asked.length, 1, 'a failed call must be one request: retries are the runtime’s')
  assertJson(error.toJSON(), 'the error')
  assert.deepEqual([error.provider, error.modelId], [adapter.provider, modelId])
  assert.ok(error.message.includes(modelId), `the message must name the model: ${error.message}`)
  return error
}

function assertKind(error: AssayError, kinds: readonly AssayErrorKind[]): void {
  assert.ok(kinds.includes(error.kind), `the kind must be ${kinds.join(' or ')}, and is ${error.kind}: ${error.message}`)
}
