import type { JsonObject, LLMAdapter } from '@assay/core'
import type { ClaimVerifier, PromptOverride } from '@assay/judge'
import * as z from 'zod'

export type AdapterFrom = (fingerprint: JsonObject) => Promise<LLMAdapter>

/** The configuration of a verifier, from which it can be created again. */
export type VerifierConfig =
  | 'lexical'
  | 'lexical-no-overlap'
  | z.infer<typeof llmVerifierConfig>
  | z.infer<typeof usefulnessConfig>
  | z.infer<typeof itemConfig>
  | { type: 'votes'; verifier: VerifierConfig; votes: number; quorum: number }
  | { type: 'panel'; members: VerifierConfig[]; quorum: number }
  | { type: 'cascade'; first: VerifierConfig; second: VerifierConfig; settles: 'decided' | 'unanimous' }
  | { type: 'calibrated'; verifier: VerifierConfig; unsupportedUpTo: number | null; supportedFrom: number | null }

export const fingerprint = z.custom<JsonObject>(isObject, 'expected a fingerprint')

/** The judge package checks which parts a prompt has, and whether they fit. */
export const promptChoice = {
  prompt: z.custom<PromptOverride>(isObject, 'expected parts of a prompt').optional(),
  language: z.string().optional(),
}

/** The common part of every grader's configuration, beside its type. */
export const graderParts = { judge: fingerprint, ...promptChoice }

export const quoteOptions = { requireQuote: z.boolean(), minQuote: z.int().min(1) }

const llmVerifierConfig = z.strictObject({
  type: z.literal('llm'),
  judge: fingerprint,
  strategy: z.enum(['batched', 'per-claim']),
  ...quoteOptions,
  grouping: z.boolean().optional(),
  ...promptChoice,
})

const usefulnessConfig = z.strictObject({
  type: z.literal('usefulness'),
  judge: fingerprint,
  strategy: z.enum(['per-context', 'batched']),
  ...quoteOptions,
  ...promptChoice,
})

const itemConfig = z.strictObject({ type: z.literal(['claim-relevance', 'sentence-relevance']), judge: fingerprint, ...promptChoice })

export const verifierConfig: z.ZodType<VerifierConfig> = z.lazy(() =>
  z.union([
    z.literal(['lexical', 'lexical-no-overlap']),
    z.discriminatedUnion('type', [
      llmVerifierConfig,
      usefulnessConfig,
      itemConfig,
      z.strictObject({ type: z.literal('votes'), verifier: verifierConfig, votes: z.int(), quorum: z.int() }),
      z.strictObject({ type: z.literal('panel'), members: z.array(verifierConfig), quorum: z.int() }),
      z.strictObject({
        type: z.literal('cascade'),
        first: verifierConfig,
        second: verifierConfig,
        settles: z.enum(['decided', 'unanimous']),
      }),
      z.strictObject({ type: z.literal('calibrated'), verifier: verifierConfig, unsupportedUpTo: limit(), supportedFrom: limit() }),
    ]),
  ]),
)

/** @throws AssayError `config` for incompatible parts, or a judge that cannot be created here. */
export async function verifierFrom(config: VerifierConfig, adapterFrom: AdapterFrom): Promise<ClaimVerifier> {
  const { byProbability, cascade, lexicalScreen, llmClaimRelevance, llmSentenceRelevance, llmUsefulness, llmVerifier, panel, votes } =
    await import('@assay/judge')
  const again = (part: VerifierConfig): Promise<ClaimVerifier> => verifierFrom(part, adapterFrom)
  if (config === 'lexical') return lexicalScreen()
  if (config === 'lexical-no-overlap') return lexicalScreen().cautious
  switch (config.type) {
    case 'llm': {
      const { type: _type, judge, ...options } = config
      return llmVerifier({ judge: await adapterFrom(judge), ...options })
    }
    case 'usefulness': {
      const { type: _type, judge, ...options } = config
      return llmUsefulness({ judge: await adapterFrom(judge), ...options })
    }
    case 'claim-relevance':
    case 'sentence-relevance': {
      const { type, judge, ...options } = config
      const given = { judge: await adapterFrom(judge), ...options }
      return type === 'claim-relevance' ? llmClaimRelevance(given) : llmSentenceRelevance(given)
    }
    case 'votes':
      return votes(await again(config.verifier), config.votes, { quorum: config.quorum })
    case 'panel':
      return panel(await Promise.all(config.members.map(again)), { quorum: config.quorum })
    case 'cascade':
      return cascade(await again(config.first), await again(config.second), { settles: config.settles })
    default:
      return byProbability(await again(config.verifier), config)
  }
}

function limit(): z.ZodNullable<z.ZodNumber> {
  return z.number().min(0).max(1).nullable()
}

export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
