import type { AnyMetric, MetricConfig } from '@assay/core'
import type { ClaimAssessor, RubricPrompt } from '@assay/judge'
import {
  type AdapterFrom,
  extractorConfig,
  extractorFrom,
  fingerprint,
  promptChoice,
  quoteOptions,
  readConfig,
  verifierConfig,
  verifierFrom,
} from '@assay/metric-kit/entry'
import * as z from 'zod'

const rubricPrompt = z.custom<RubricPrompt>((value) => typeof value === 'string' || Array.isArray(value), 'expected a text or messages')

const assessorConfig = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('single-pass'), judge: fingerprint, ...quoteOptions, ...promptChoice }),
  z.strictObject({ type: z.literal('rubric'), judge: fingerprint, rubricPrompt }),
])

const named = { type: z.string(), name: z.string().min(1).optional() }

/** The configuration of a `context_recall`: its steps, from which they can be created again. */
const stepsConfig = z.union([
  z.strictObject({ ...named, extractor: extractorConfig, verifier: verifierConfig }),
  z.strictObject({ ...named, assessor: assessorConfig }),
])

/** Creates a `context_recall` from its own `config`. @throws AssayError `config` */
export async function contextRecallFromSteps(config: MetricConfig, adapterFrom: AdapterFrom): Promise<AnyMetric> {
  const { contextRecall } = await import('../index.ts')
  const steps = readConfig(config, stepsConfig)
  const name = steps.name === undefined ? {} : { name: steps.name }
  if ('assessor' in steps) return contextRecall({ assessor: await assessorFrom(steps.assessor, adapterFrom), ...name })
  return contextRecall({
    extractor: await extractorFrom(steps.extractor, adapterFrom),
    verifier: await verifierFrom(steps.verifier, adapterFrom),
    ...name,
  })
}

async function assessorFrom(config: z.infer<typeof assessorConfig>, adapterFrom: AdapterFrom): Promise<ClaimAssessor> {
  const { rubricAssessor, singlePassAssessor } = await import('@assay/judge')
  const judge = await adapterFrom(config.judge)
  return config.type === 'rubric' ? rubricAssessor({ ...config, judge }) : singlePassAssessor({ ...config, judge })
}
