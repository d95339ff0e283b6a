import type { LLMAdapter, LLMCall, Runtime } from '@assay/core'
import { isBlank } from '@assay/text'
import { callJudge, type Judged, type JudgeTask } from '../call-judge.ts'
import { checkModel } from '../check-model.ts'
import type { ClaimExtractor, Extraction, SplitText } from '../claim-extractor.ts'
import { judgeName } from '../judge-name.ts'
import { answerClaimsMessages } from '../prompts/answer-messages.ts'
import { answerClaimsPrompt } from '../prompts/answer-claims-prompt.ts'
import { claimsMessages } from '../prompts/claims-messages.ts'
import { claimsPrompt } from '../prompts/claims-prompt.ts'
import type { PromptOverride, ResolvedPrompt } from '../prompts/prompt.ts'
import { promptHash } from '../prompts/prompt-hash.ts'
import { promptConfig, type PromptChoice, resolvePrompt } from '../prompts/resolve-prompt.ts'
import { answerClaimsSchema, answerClaimsShape, type WireDeclining } from '../wire/declining-shape.ts'
import { claimsSchema, claimsShape } from '../wire/texts-shape.ts'
import { createSharedWork } from './shared-work.ts'
import { toClaims } from './to-claims.ts'

/** Texts whose claims are cached: rows of a data set that share a reference mostly follow each other. */
const REMEMBERED = 256
/** Frozen, as their schemas are: a call key renders them once. */
const OUTPUT = Object.freeze({ name: claimsShape.key, schema: claimsSchema })
const ANSWER_OUTPUT = Object.freeze({ name: 'answer_claims', schema: answerClaimsSchema })
const BASE_OUTPUT_TOKENS = 4_096

export type LLMExtractorOptions = PromptChoice & {
  readonly judge: LLMAdapter
  /** Parts of the prompt for responses that replace the shipped ones; `prompt` is the one for references. */
  readonly answerPrompt?: PromptOverride | undefined
}

/**
 * Claims by a model, in one call. The claims of a (text, question) are extracted once per `scope` and reused; usage is counted in the
 * call that made them. No claim even after a repair is an empty list; a response that declines and holds none is not repaired.
 * @throws AssayError `config` for a value that is no model, and for an invalid prompt or language.
 */
export function llmExtractor({ judge, answerPrompt, ...choice }: LLMExtractorOptions): ClaimExtractor {
  checkModel(judge, 'llmExtractor')
  const { language } = choice
  const prompts: Readonly<Record<SplitText, ResolvedPrompt>> = {
    reference: resolvePrompt(claimsPrompt, choice, claimsShape),
    response: resolvePrompt(answerClaimsPrompt, { prompt: answerPrompt, language }, answerClaimsShape),
  }
  const shared = createSharedWork<Extraction>(REMEMBERED)
  return {
    id: 'llm',
    version: '1',
    signature: judgeName(judge),
    promptHash: promptHash(
      claimsMessages({ reference: 'reference', userInput: 'question', prompt: prompts.reference }),
      claimsSchema,
      prompts.reference,
    ),
    responsePromptHash: promptHash(
      answerClaimsMessages({ response: 'answer', userInput: 'question', prompt: prompts.response }),
      answerClaimsSchema,
      prompts.response,
    ),
    config: {
      type: 'llm',
      judge: judge.fingerprint,
      ...promptConfig(choice),
      ...(answerPrompt === undefined ? {} : { answerPrompt: { ...answerPrompt } }),
    },
    extract({ text, of, userInput, runtime, scope = runtime }) {
      const question = userInput === undefined || isBlank(userInput) ? undefined : userInput
      return shared(scope, JSON.stringify([of, text, question ?? null]), () =>
        extractClaims({ judge, prompt: prompts[of], text, of, question, runtime }),
      )
    },
  }
}

async function extractClaims(input: {
  readonly judge: LLMAdapter
  readonly prompt: ResolvedPrompt
  readonly text: string
  readonly of: SplitText
  readonly question: string | undefined
  readonly runtime: Runtime
}): Promise<Extraction> {
  const { judge, prompt, text, of, question: userInput, runtime } = input
  const task = { judge, runtime, outputTokens: BASE_OUTPUT_TOKENS + text.length }
  if (of === 'reference') {
    const { value: texts, repairs } = await split(task, claimsMessages({ reference: text, userInput, prompt }))
    return { claims: toClaims(texts), repairs }
  }
  const { value, repairs } = await splitAnswer(task, answerClaimsMessages({ response: text, userInput, prompt }))
  return { claims: toClaims(value.texts), declines: value.declines, repairs }
}

type Task = Pick<JudgeTask<unknown>, 'judge' | 'runtime' | 'outputTokens'>

function split(task: Task, messages: LLMCall['messages']): Promise<Judged<readonly string[]>> {
  return callJudge({
    ...task,
    messages,
    output: OUTPUT,
    shape: claimsShape,
    check: (found, attempt) =>
      attempt === 'first' && found.every(isBlank) ? 'it holds no claim, though the reference is not empty' : undefined,
  })
}

function splitAnswer(task: Task, messages: LLMCall['messages']): Promise<Judged<WireDeclining>> {
  return callJudge({
    ...task,
    messages,
    output: ANSWER_OUTPUT,
    shape: answerClaimsShape,
    check: ({ texts, declines }, attempt) =>
      attempt === 'first' && !declines && toClaims(texts).length === 0
        ? 'it holds no claim, though the answer is not empty and does not decline'
        : undefined,
  })
}
