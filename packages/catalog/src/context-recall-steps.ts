import type { AnyMetric, JsonObject, LLMAdapter, MetricConfig } from '@assay/core'
import type { ClaimExtractor, ClaimVerifier } from '@assay/judge'
import * as z from 'zod'
import { readConfig } from './metric-config.ts'

type AdapterFrom = (fingerprint: JsonObject) => Promise<LLMAdapter>

const fingerprint = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'expected a fingerprint',
)

/** What a `context_recall` says of itself: its two steps, as they can be made again. */
const stepsConfig = z.strictObject({
  type: z.string(),
  name: z.string().min(1).optional(),
  extractor: z.union([z.literal('sentences'), z.strictObject({ type: z.literal('llm'), judge: fingerprint })]),
  verifier: z.union([
    z.literal('lexical'),
    z.strictObject({
      type: z.literal('llm'),
      judge: fingerprint,
      strategy: z.literal('batched'),
      requireQuote: z.boolean(),
      minQuote: z.int().min(1),
    }),
  ]),
})

type StepsConfig = z.infer<typeof stepsConfig>

/** A `context_recall` made again from its own `config`. @throws AssayError `config` */
export async function contextRecallFromSteps(config: MetricConfig, adapterFrom: AdapterFrom): Promise<AnyMetric> {
  const { extractor, verifier, ...options } = readConfig(stepsConfig, config)
  const { contextRecall } = await import('@assay/metric-llm-recall')
  const name = options.name === undefined ? {} : { name: options.name }
  return contextRecall({
    extractor: await extractorFrom(extractor, adapterFrom),
    verifier: await verifierFrom(verifier, adapterFrom),
    ...name,
  })
}

async function extractorFrom(config: StepsConfig['extractor'], adapterFrom: AdapterFrom): Promise<ClaimExtractor> {
  const { llmExtractor, sentenceExtractor } = await import('@assay/judge')
  return config === 'sentences' ? sentenceExtractor() : llmExtractor({ judge: await adapterFrom(config.judge) })
}

async function verifierFrom(config: StepsConfig['verifier'], adapterFrom: AdapterFrom): Promise<ClaimVerifier> {
  const { lexicalScreen, llmVerifier } = await import('@assay/judge')
  if (config === 'lexical') return lexicalScreen()
  const { type: _type, judge, ...options } = config
  return llmVerifier({ judge: await adapterFrom(judge), ...options })
}
