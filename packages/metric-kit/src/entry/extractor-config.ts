import type { PromptOverride } from '@assay/judge'
import type { ClaimExtractor } from '@assay/judge'
import * as z from 'zod'
import { type AdapterFrom, fingerprint, isObject, promptChoice } from './verifier-config.ts'

/** The configuration of an extractor, from which it can be created again. */
export const extractorConfig = z.union([
  z.literal('sentences'),
  z.strictObject({
    type: z.literal('llm'),
    judge: fingerprint,
    ...promptChoice,
    answerPrompt: z.custom<PromptOverride>(isObject, 'expected parts of a prompt').optional(),
  }),
])

/** @throws AssayError `config` for a judge that cannot be created here. */
export async function extractorFrom(config: z.infer<typeof extractorConfig>, adapterFrom: AdapterFrom): Promise<ClaimExtractor> {
  const { llmExtractor, sentenceExtractor } = await import('@assay/judge')
  if (config === 'sentences') return sentenceExtractor()
  const { type: _type, judge, ...choice } = config
  return llmExtractor({ judge: await adapterFrom(judge), ...choice })
}
