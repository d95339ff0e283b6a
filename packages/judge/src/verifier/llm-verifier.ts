import { configError, type LLMAdapter } from '@assay/core'
import { checkModel } from '../check-model.ts'
import type { ClaimVerifier, VerificationStrategy, VerifyInput } from '../claim-verifier.ts'
import { judgeName } from '../judge-name.ts'
import { promptHash } from '../prompts/prompt-hash.ts'
import { promptConfig, type PromptChoice, resolvePrompt } from '../prompts/resolve-prompt.ts'
import { verdictsMessages } from '../prompts/verdicts-messages.ts'
import { verdictsPrompt } from '../prompts/verdicts-prompt.ts'
import type { Verdict } from '../verdict.ts'
import { verdictsSchema, verdictsShape } from '../wire/verdicts-shape.ts'
import type { VerifyCall } from './call-in-groups.ts'
import { requestVerdicts } from './request-verdicts.ts'
import { piecesOf, shownPieces } from './context-piece.ts'
import { isRepeatable } from './is-repeatable.ts'
import { callSizes, planCalls } from './plan-calls.ts'
import { quoteSettings } from './quote-settings.ts'
import { shownContexts } from './shown-contexts.ts'
import { type QuoteOptions, toVerdicts } from './to-verdicts.ts'
import { verifyByPlan } from './verify-by-plan.ts'

export type LLMVerifierOptions = QuoteOptions &
  PromptChoice & {
    readonly judge: LLMAdapter
    /**
     * `batched` (default): all claims of a sample in one call. `per-claim`: a call for each, eight at a time; if the model caches prompts
     * on request, the first is sent before the others, which then read the contexts from the cache.
     */
    readonly strategy?: VerificationStrategy | undefined
    /**
     * Contexts that are too long for the model's window are verified in groups, and claims that no group supports once more with the
     * contexts of all groups that share most with them. `false`: they are a `context_overflow`. Default true.
     */
    readonly grouping?: boolean | undefined
  }

/**
 * Verdicts by a model. Every claim gets exactly one, found by its id; the quotes it rests on are looked up in the contexts.
 * @throws AssayError `config` for a value that is no model, options out of range, and for an invalid prompt or language.
 */
export function llmVerifier(options: LLMVerifierOptions): ClaimVerifier {
  const { judge, strategy = 'batched', grouping = true } = options
  checkModel(judge, 'llmVerifier')
  checkStrategy(strategy)
  const { requireQuote, minQuote, signatureOptions } = quoteSettings(options, 'llmVerifier')
  const prompt = resolvePrompt(verdictsPrompt, options, verdictsShape)
  const signature = judgeName(judge)
  const promptCache = judge.capabilities.promptCache === true
  return {
    id: 'llm',
    version: '1',
    kind: 'judge',
    signature,
    signatureOptions: [...signatureOptions, ['grouping', grouping ? undefined : grouping]],
    promptHash: promptHash(
      verdictsMessages({ contexts: ['context'], claims: [{ id: 'c1', text: 'claim' }], userInput: 'question', prompt }),
      verdictsSchema,
      prompt,
    ),
    config: {
      type: 'llm',
      judge: judge.fingerprint,
      strategy,
      requireQuote,
      minQuote,
      ...(grouping ? {} : { grouping }),
      ...promptConfig(options),
    },
    strategy,
    repeatable: isRepeatable(judge),
    promptCache,
    alwaysDecides: true,
    async verify({ claims, contexts, userInput, runtime, draw, sharesContexts = false }: VerifyInput) {
      const whole = shownContexts(contexts)
      if (claims.length === 0) return { verdicts: [] }
      if (whole.texts.length === 0) return { verdicts: claims.map(({ id }) => unsupportedByNothing(id, signature)) }
      const perClaim = strategy === 'per-claim'
      const sizes = callSizes({ judge, prompt, userInput })
      const plan = planCalls({ judge, sizes, claims, pieces: piecesOf(whole), perClaim, grouping })
      const verifyCall: VerifyCall = async (part, pieces, once) => {
        const cacheContexts = once === undefined && (sharesContexts || plan.chunks.length > 1)
        const shown = shownPieces(pieces)
        const input = { judge, prompt, runtime, claims: part, contexts: shown.texts, userInput, draw, cacheContexts }
        const { value: answers, repairs } = await requestVerdicts(input)
        const byId = new Map(answers.map((answer) => [answer.claim, answer]))
        const read = toVerdicts(part, ({ id }) => byId.get(id), { shown, minQuote, requireQuote, decidedBy: signature })
        return { verdicts: read.verdicts, repairs: [...repairs, ...read.repairs] }
      }
      return verifyByPlan({ plan, verifyCall, sizes, grouping, perClaim, cacheFirst: promptCache })
    },
  }
}

function unsupportedByNothing(claim: string, decidedBy: string): Verdict {
  return { claim, outcome: 'unsupported', decidedBy, reason: 'There is no context.', evidence: [] }
}

function checkStrategy(strategy: string): void {
  if (strategy === 'batched' || strategy === 'per-claim') return
  const message = `llmVerifier: strategy ${JSON.stringify(strategy)} does not exist; there are "batched" and "per-claim".`
  throw configError(message)
}
