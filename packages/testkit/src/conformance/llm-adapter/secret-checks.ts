import assert from 'node:assert/strict'
import type { RecordedRequest, WireReply } from '../../fake-server.ts'
import type { ConformanceCheck } from '../conformance-check.ts'
import { failureOf } from '../settled.ts'
import { type AdapterServer, type ServedBench, smallCall } from './llm-adapter-subject.ts'
import { API_KEY, errorOf, onStage } from './on-stage.ts'

type Echo = readonly [where: string, reply: (server: AdapterServer, echo: string) => WireReply | undefined]

const ECHOES: readonly Echo[] = [
  ['the message of a 401', (server, echo) => errorOf(server, { status: 401, kind: 'auth', message: `Wrong key: ${echo}` })],
  ['the message of a 400', (server, echo) => errorOf(server, { status: 400, kind: 'bad_request', message: `${echo} is odd` })],
  [
    'a message too long to be shown',
    (server, echo) => errorOf(server, { status: 400, kind: 'bad_request', message: `${'x'.repeat(485)}${echo}` }),
  ],
  ['the message of a 500', (server, echo) => errorOf(server, { status: 500, kind: 'provider', message: echo })],
  ['an error within 200', (server, echo) => errorOf(server, { status: 200, kind: 'provider', message: echo })],
  ['an HTML page', (_server, echo) => ({ status: 502, rawBody: `<html>${echo}</html>`, headers: { 'content-type': 'text/html' } })],
  ['plain text', (_server, echo) => ({ status: 500, rawBody: echo, headers: { 'content-type': 'text/plain' } })],
  ['a body of another kind', (_server, echo) => ({ rawBody: JSON.stringify({ [echo]: echo }) })],
  [
    'the id of the request',
    (server) => {
      const reply = errorOf(server, { status: 500, kind: 'provider', message: 'Broken.' })
      return reply && { ...reply, headers: { 'x-request-id': API_KEY, 'request-id': API_KEY } }
    },
  ],
]

/** An error never contains the key, wherever a server repeats it. */
export function secretChecks(bench: ServedBench): ConformanceCheck[] {
  return ECHOES.filter(([, reply]) => reply(bench.server, '') !== undefined).map(([where, reply]) => ({
    name: `a key that the server repeats in ${where} stands in no message, JSON or stack`,
    run: () =>
      onStage(
        bench,
        (request) => reply(bench.server, echoOf(request)) ?? {},
        async ({ adapter }) => {
          const error = await failureOf(adapter.doGenerate(smallCall), 'the call')
          const shown = [error.message, JSON.stringify(error), error.stack, error.replyHead, error.requestId].join('\n')
          assert.ok(!shown.includes(API_KEY), `the key stands in the error: ${error.message}`)
          // Half a key, left by truncation, is a secret, too.
          assert.ok(!shown.includes(API_KEY.slice(0, 20)), `a part of the key stands in the error: ${error.message}`)
        },
      ),
  }))
}

function echoOf({ headers }: RecordedRequest): string {
  return [API_KEY, ...Object.values(headers)].join(' ')
}
