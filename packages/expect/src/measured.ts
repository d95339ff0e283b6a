import { contextRecall } from '@assay/catalog'
import { type AnyMetric, configError, type Sample, type Score, scoreRow, scoreRowNow, withContextTexts } from '@assay/core'
import { idBasedContextRecall } from '@assay/metric-id-recall'
import { nonLlmContextRecall } from '@assay/metric-non-llm-recall'
import type { AtLeast, ContextRecallAssertion, IdRecallAssertion, NonLlmRecallAssertion } from './assertion-options.ts'

/** A sample with its score, and what the score must reach. */
export type Measured = {
  /** Of the metric. */
  readonly name: string
  readonly atLeast: number
  readonly sample: Sample
  readonly score: Score
}

/** `caller` is the function that a test called, as errors name it. @throws AssayError `config` for what is no sample, and for wrong options. */
export function byClaims(caller: string, received: unknown, { atLeast, ...options }: ContextRecallAssertion): Promise<Measured> {
  return byMetric(caller, received, contextRecall(options), { atLeast })
}

export function bySimilarity(caller: string, received: unknown, { atLeast, ...options }: NonLlmRecallAssertion): Promise<Measured> {
  const explain = options.explain ?? (options.soft === true ? undefined : true)
  return byMetric(caller, received, nonLlmContextRecall({ ...options, explain }), { atLeast })
}

export function byIds(caller: string, received: unknown, { atLeast, ...options }: IdRecallAssertion): Measured {
  const metric = idBasedContextRecall(options)
  const sample = checked(caller, received, atLeast)
  const score = scoreRowNow(metric, sample)
  if (score === undefined) throw new TypeError(`${metric.name} cannot score at once.`)
  return { name: metric.name, atLeast, sample, score }
}

export async function byMetric(caller: string, received: unknown, metric: AnyMetric, { atLeast }: AtLeast): Promise<Measured> {
  const sample = checked(caller, received, atLeast)
  return { name: metric.name, atLeast, sample, score: await scoreRow(metric, sample) }
}

function checked(caller: string, received: unknown, atLeast: number): Sample {
  if (!(atLeast >= 0 && atLeast <= 1)) throw configError(`${caller}: atLeast is ${String(atLeast)}; it must be in [0, 1].`)
  if (isSample(received)) return withContextTexts(received).sample
  const was = received instanceof Promise ? 'a promise: await it first' : received === null ? 'null' : `of type ${typeOf(received)}`
  throw configError(`${caller} takes a sample, an object with fields such as retrievedContexts; what it was given is ${was}.`)
}

/** Whether its fields are what they should be is for the metric to find. */
function isSample(received: unknown): received is Sample {
  return typeof received === 'object' && received !== null && !Array.isArray(received) && !(received instanceof Promise)
}

function typeOf(received: unknown): string {
  return Array.isArray(received) ? 'array' : typeof received
}
