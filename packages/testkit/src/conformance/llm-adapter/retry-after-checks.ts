import assert from 'node:assert/strict'
import type { ConformanceCheck } from '../conformance-check.ts'
import { failureOf } from '../settled.ts'
import { type ServedBench, smallCall } from './llm-adapter-subject.ts'
import { errorOf, onStage } from './on-stage.ts'

const FAR = 'Fri, 31 Dec 2100 23:59:59 GMT'

const FORMS: readonly (readonly [what: string, headers: Readonly<Record<string, string>>, ms: number | undefined])[] = [
  ['seconds', { 'retry-after': '2' }, 2000],
  ['fractions of seconds', { 'retry-after': '1.5' }, 1500],
  ['a number that looks like a year', { 'retry-after': '2027' }, 2_027_000],
  ['milliseconds, which come first', { 'retry-after': '9', 'retry-after-ms': '250' }, 250],
  ['a date that has passed', { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' }, 0],
  ['nonsense, which is left out', { 'retry-after': 'soon' }, undefined],
]

/** Checks of the delay that a server requests, in every form. */
export function retryAfterChecks(bench: ServedBench): ConformanceCheck[] {
  const answer = errorOf(bench.server, { status: 429, kind: 'rate_limit', message: 'Slow down.' })
  if (answer === undefined) return []
  const waitFor = async (headers: Readonly<Record<string, string>>): Promise<number | undefined> => {
    let wait: number | undefined
    await onStage(bench, { ...answer, headers: { ...answer.headers, ...headers } }, async ({ adapter }) => {
      wait = (await failureOf(adapter.doGenerate(smallCall), 'the call')).retryAfterMs
    })
    return wait
  }
  return [
    ...FORMS.map(([what, headers, ms]): ConformanceCheck => ({
      name: `reads Retry-After as ${what}`,
      run: async () => assert.equal(await waitFor(headers), ms),
    })),
    {
      name: 'reads Retry-After as a date to come',
      async run() {
        const latest = Date.parse(FAR) - Date.now()
        const wait = (await waitFor({ 'retry-after': FAR })) ?? Number.NaN
        assert.ok(wait <= latest && wait >= Date.parse(FAR) - Date.now(), `a wait of ${wait} ms is not until ${FAR}`)
      },
    },
  ]
}
