import type { LLMAdapter, Runtime } from '@assay/core'
import { isBlank } from '@assay/text'
import { askJudge } from '../ask-judge.ts'
import { checkModel } from '../check-model.ts'
import type { ClaimExtractor, Extraction } from '../claim-extractor.ts'
import { judgeName } from '../judge-name.ts'
import { claimsMessages } from '../prompts/claims-messages.ts'
import { claimsPrompt } from '../prompts/claims-prompt.ts'
import type { ResolvedPrompt } from '../prompts/prompt.ts'
import { promptHash } from '../prompts/prompt-hash.ts'
import { promptConfig, type PromptChoice, resolvePrompt } from '../prompts/resolve-prompt.ts'
import { claimsSchema, claimsShape } from '../wire/claims-shape.ts'
import { createSharedWork } from './shared-work.ts'
import { toClaims } from './to-claims.ts'

/** References whose claims are remembered: the rows of a data set that share one mostly stand together. */
const REMEMBERED = 256
/** Frozen, as its schema is: a call key renders it once. */
const OUTPUT = Object.freeze({ name: claimsShape.key, schema: claimsSchema })
const BASE_OUTPUT_TOKENS = 4_096

export type LLMExtractorOptions = PromptChoice & { readonly judge: LLMAdapter }

/**
 * Claims by a model, in one call. The claims of a (reference, question) are extracted once per `scope` and reused; usage is
 * counted where the call was made. No claim even after a repair is an empty list.
 * @throws AssayError `config` for what is no model, and for a prompt or a language that cannot be used.
 */
export function llmExtractor({ judge, ...choice }: LLMExtractorOptions): ClaimExtractor {
  checkModel(judge, 'llmExtractor')
  const prompt = resolvePrompt(claimsPrompt, choice, claimsShape)
  const shared = createSharedWork<Extraction>(REMEMBERED)
  return {
    id: 'llm',
    version: '1',
    signature: judgeName(judge),
    promptHash: promptHash(claimsMessages({ reference: 'reference', userInput: 'question', prompt }), claimsSchema, prompt),
    config: { type: 'llm', judge: judge.fingerprint, ...promptConfig(choice) },
    extract({ reference, userInput, runtime, scope = runtime }) {
      const question = userInput === undefined || isBlank(userInput) ? undefined : userInput
      return shared(scope, JSON.stringify([reference, question ?? null]), () =>
        extractClaims({ judge, prompt, reference, question, runtime }),
      )
    },
  }
}

async function extractClaims(input: {
  readonly judge: LLMAdapter
  readonly prompt: ResolvedPrompt
  readonly reference: string
  readonly question: string | undefined
  readonly runtime: Runtime
}): Promise<Extraction> {
  const { judge, prompt, reference, question, runtime } = input
  const { value: texts, repairs } = await askJudge({
    judge,
    runtime,
    messages: claimsMessages({ reference, userInput: question, prompt }),
    output: OUTPUT,
    shape: claimsShape,
    outputTokens: BASE_OUTPUT_TOKENS + reference.length,
    check: (found, attempt) =>
      attempt === 'first' && found.every(isBlank) ? 'it holds no claim, though the reference is not empty' : undefined,
  })
  return { claims: toClaims(texts), repairs }
}
