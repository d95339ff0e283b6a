import { AssayError, type MetricConfig } from '@assay/core'
import * as z from 'zod'
import type { JudgeConfig } from './judge-config.ts'

const name = z.string().min(1).optional()

export const contextRecallConfig = z.strictObject({
  type: z.string(),
  name,
  judge: z
    .custom<string | JudgeConfig>((value) => typeof value === 'string' || isFields(value), 'expected an id, or a judge with its options')
    .optional(),
  strategy: z.enum(['batched', 'per-claim', 'single-pass']).optional(),
  votes: z.int().min(1).optional(),
  claims: z.enum(['llm', 'sentences']).optional(),
  requireQuote: z.boolean().optional(),
  minQuote: z.int().min(1).optional(),
  grouping: z.boolean().optional(),
})

export const nonLlmContextRecallConfig = z.strictObject({
  type: z.string(),
  name,
  similarity: z.string().optional(),
  threshold: z.number().min(0).max(1).optional(),
  strict: z.boolean().optional(),
  soft: z.boolean().optional(),
  explain: z.boolean().optional(),
  distinct: z.boolean().optional(),
  normalize: z.boolean().optional(),
})

export const nonLlmPrecisionConfig = nonLlmContextRecallConfig.omit({ soft: true, explain: true, distinct: true })

/** A metric within another one: a name, or a configuration that its own entry checks. */
const part = z.union([z.string(), z.object({ type: z.string() }).catchall(z.json())])

export const firstScoredConfig = z.strictObject({ type: z.string(), name, of: z.array(part).min(1) })

export const weightedMeanConfig = z.strictObject({
  type: z.string(),
  name,
  of: z.array(z.strictObject({ metric: part, weight: z.number().positive() })).min(1),
})

export const fBetaConfig = z.strictObject({ type: z.string(), name, recall: part, precision: part, beta: z.number().positive().optional() })

const k = z.int().min(1)
const emptyReference = z.enum(['unscored', 'zero']).optional()

/** Of every measure by ids. */
export const idMetricConfig = z.strictObject({ type: z.string(), name, relevanceLevel: z.number().positive().optional(), emptyReference })

export const cutoffMetricConfig = idMetricConfig.extend({ k })

export const mrrConfig = idMetricConfig.extend({ k: k.optional() })

export const ndcgConfig = z.strictObject({ type: z.string(), name, k: k.optional(), emptyReference })

export const averagePrecisionConfig = idMetricConfig.extend({ of: z.enum(['relevant', 'retrieved']).optional() })

/** @throws AssayError `config` naming the metric, the option and what was expected of it. */
export function readConfig<Config extends { type: string }>(schema: z.ZodType<Config>, config: MetricConfig): WithoutUndefined<Config> {
  const result = schema.safeParse(config)
  if (result.success) return withoutUndefined(result.data)
  const faults = result.error.issues.map((issue) => `${[config.type, ...issue.path].join('.')}: ${issue.message}`)
  throw new AssayError({ kind: 'config', message: `The metric "${config.type}" cannot be made like this. ${faults.join('; ')}` })
}

type WithoutUndefined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** Options left out are absent, not `undefined`: the factories' types tell the two apart. */
function withoutUndefined<T extends object>(value: T): WithoutUndefined<T> {
  const kept = Object.entries(value).filter(([, held]) => held !== undefined)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries of T without the undefined ones
  return Object.fromEntries(kept) as WithoutUndefined<T>
}

function isFields(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
