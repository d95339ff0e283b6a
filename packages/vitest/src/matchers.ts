import { type AnyMetric, AssayError, type Sample, type Score, scoreRow, scoreRowNow, withContextTexts } from '@assay/core'
import { idBasedContextRecall } from '@assay/metric-id-recall'
import { contextRecall } from '@assay/metric-llm-recall'
import { nonLlmContextRecall } from '@assay/metric-non-llm-recall'
import type { MatcherState, SyncMatcherResult } from 'vitest'
import type { AtLeast, ContextRecallAssertion, IdRecallAssertion, NonLlmRecallAssertion } from './assertions.ts'
import { failureMessage } from './failure-message.ts'

/** For `expect.extend`. Importing the package has done that already for the `expect` of Vitest. */
export const assayMatchers = {
  toHaveContextRecall(this: MatcherState, received: unknown, { atLeast, ...options }: ContextRecallAssertion): Promise<SyncMatcherResult> {
    return matched(this, 'toHaveContextRecall', received, contextRecall(options), { atLeast })
  },
  toHaveNonLlmContextRecall(
    this: MatcherState,
    received: unknown,
    { atLeast, ...options }: NonLlmRecallAssertion,
  ): Promise<SyncMatcherResult> {
    const metric = nonLlmContextRecall({ ...options, explain: options.explain ?? (options.soft === true ? undefined : true) })
    return matched(this, 'toHaveNonLlmContextRecall', received, metric, { atLeast })
  },
  toHaveIdBasedContextRecall(this: MatcherState, received: unknown, { atLeast, ...options }: IdRecallAssertion): SyncMatcherResult {
    const metric = idBasedContextRecall(options)
    const sample = checked('toHaveIdBasedContextRecall', received, atLeast)
    const score = scoreRowNow(metric, sample)
    if (score === undefined) throw new TypeError(`${metric.name} cannot score at once.`)
    return resultOf(this, { matcher: 'toHaveIdBasedContextRecall', name: metric.name, atLeast, sample, score })
  },
  toScore(this: MatcherState, received: unknown, metric: AnyMetric, { atLeast }: AtLeast): Promise<SyncMatcherResult> {
    return matched(this, 'toScore', received, metric, { atLeast })
  },
}

async function matched(
  state: MatcherState,
  matcher: string,
  received: unknown,
  metric: AnyMetric,
  { atLeast }: AtLeast,
): Promise<SyncMatcherResult> {
  const sample = checked(matcher, received, atLeast)
  return resultOf(state, { matcher, name: metric.name, atLeast, sample, score: await scoreRow(metric, sample) })
}

type Found = {
  readonly matcher: string
  readonly name: string
  readonly atLeast: number
  readonly sample: Sample
  readonly score: Score
}

/** Vitest turns `pass` round under `.not`; what has no score is to fail there, too. */
function resultOf({ isNot }: MatcherState, found: Found): SyncMatcherResult {
  const pass = found.score.status === 'unscored' ? isNot : found.score.value >= found.atLeast
  return { pass, message: () => failureMessage({ ...found, isNot }) }
}

function checked(matcher: string, received: unknown, atLeast: number): Sample {
  if (!(atLeast >= 0 && atLeast <= 1)) throw config(`${matcher}: atLeast is ${String(atLeast)}; it must be in [0, 1].`)
  if (isSample(received)) return withContextTexts(received).sample
  const was = received instanceof Promise ? 'a promise: await it first' : received === null ? 'null' : `of type ${typeOf(received)}`
  throw config(`${matcher}: expect(…) takes a sample, an object with fields such as retrievedContexts; what it was given is ${was}.`)
}

/** Whether its fields are what they should be is for the metric to find. */
function isSample(received: unknown): received is Sample {
  return typeof received === 'object' && received !== null && !Array.isArray(received) && !(received instanceof Promise)
}

function typeOf(received: unknown): string {
  return Array.isArray(received) ? 'array' : typeof received
}

function config(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}
