import assert from 'node:assert/strict'
import { AssayError, type AssayErrorKind, type Runtime, type Sample, type Score } from '@assay/core'
import type { ConformanceCheck } from '../conformance-check.ts'
import { settled } from '../settled.ts'
import { assertScore } from './assert-score.ts'
import { babblingRuntime, observedRuntime } from './observed-runtime.ts'

type ScoreSample = (sample: Sample, runtime?: Runtime) => Promise<Score>

/** Kinds of failures of a judge: of the provider, its limits, its reply, or an abort by the user. */
const KINDS: readonly AssayErrorKind[] = [
  'auth',
  'rate_limit',
  'timeout',
  'context_overflow',
  'refused',
  'invalid_reply',
  'budget',
  'aborted',
]
const BABBLE = ['', 'I would rather not say.', '{}', '[]', 'null', '{"claims":"none"}']

/** A failure of a judge makes the row unscored; a programming error is thrown. */
export function judgeFaultChecks(signature: string, samples: readonly Sample[], score: ScoreSample): ConformanceCheck[] {
  return [
    ...KINDS.map((kind): ConformanceCheck => ({
      name: `calls that fail with ${kind} leave the row unscored as ${kind}, with the calls counted`,
      run: () =>
        forEachCall(samples, score, async (sample, at) => {
          const error = new AssayError({ kind, message: `Failed for ${kind}.`, isRetryable: false })
          const runtime = observedRuntime({ at, error })
          const failed = await score(sample, runtime)
          assertScore(failed, signature)
          assert.ok(failed.status === 'unscored', `a row whose judge failed must have no number: ${failed.reason}`)
          assert.deepEqual([failed.cause, failed.error?.kind], [kind, kind])
          assert.equal(failed.usage.calls, runtime.calls(), 'the calls of a row that failed must be counted, too')
        }),
    })),
    {
      name: 'a judge that babbles leaves the row unscored',
      async run() {
        for (const sample of samples) {
          for (const text of BABBLE) {
            const runtime = babblingRuntime(text)
            const babbled = await score(sample, runtime)
            assertScore(babbled, signature)
            if (runtime.replies() > 0) assert.equal(babbled.status, 'unscored', `no number can come from ${JSON.stringify(text)}`)
          }
        }
      },
    },
    {
      name: "a programmer's mistake is thrown as it is",
      run: () =>
        forEachCall(samples, score, async (sample, at) => {
          const mistake = new TypeError('a mistake')
          const outcome = await settled(score(sample, observedRuntime({ at, error: mistake })), 'a score')
          assert.ok('error' in outcome && outcome.error === mistake, 'what is no AssayError must come through')
        }),
    },
  ]
}

/** Runs once for each call of a sample; never for a metric without a judge. */
async function forEachCall(
  samples: readonly Sample[],
  score: ScoreSample,
  act: (sample: Sample, at: number) => Promise<void>,
): Promise<void> {
  for (const sample of samples) {
    const runtime = observedRuntime()
    await score(sample, runtime)
    for (let at = 0; at < runtime.calls(); at += 1) await act(sample, at)
  }
}
