import { AssayError, type LLMAdapter } from '@assay/core'
import { allValues, askAll } from '../ask-all.ts'
import type { ClaimVerifier, VerificationStrategy, VerifyInput } from '../claim-verifier.ts'
import { judgeName } from '../judge-name.ts'
import { promptHash } from '../prompts/prompt-hash.ts'
import { promptConfig, type PromptChoice, resolvePrompt } from '../prompts/resolve-prompt.ts'
import { verdictsMessages } from '../prompts/verdicts-messages.ts'
import { verdictsPrompt } from '../prompts/verdicts-prompt.ts'
import type { Verdict } from '../verdict.ts'
import { verdictsSchema, verdictsShape } from '../wire/verdicts-shape.ts'
import { askVerdicts } from './ask-verdicts.ts'
import { isRepeatable } from './is-repeatable.ts'
import { quoteSettings } from './quote-settings.ts'
import { shownContexts } from './shown-contexts.ts'
import { createVerdictReader, type QuoteOptions } from './to-verdict.ts'

export type LLMVerifierOptions = QuoteOptions &
  PromptChoice & {
    readonly judge: LLMAdapter
    /**
     * `batched` (default): all claims of a sample in one call. `per-claim`: a call for each, eight at a time; where the model caches
     * prompts on request, the first goes ahead, and the others read the contexts from the cache.
     */
    readonly strategy?: VerificationStrategy | undefined
  }

/**
 * Verdicts by a model. Every asked claim gets exactly one, found by its id; the quotes it rests on are looked up in the contexts.
 * @throws AssayError `config` for options that are out of range, and for a prompt or a language that cannot be used.
 */
export function llmVerifier(options: LLMVerifierOptions): ClaimVerifier {
  const { judge, strategy = 'batched' } = options
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
    signatureOptions,
    promptHash: promptHash(
      verdictsMessages({ contexts: ['context'], claims: [{ id: 'c1', text: 'claim' }], userInput: 'question', prompt }),
      verdictsSchema,
      prompt,
    ),
    config: { type: 'llm', judge: judge.fingerprint, strategy, requireQuote, minQuote, ...promptConfig(options) },
    strategy,
    repeatable: isRepeatable(judge),
    promptCache,
    alwaysDecides: true,
    async verify({ claims, contexts, userInput, runtime, onRepair = ignore, draw, sharesContexts = false }: VerifyInput) {
      const shown = shownContexts(contexts)
      if (claims.length === 0) return []
      if (shown.texts.length === 0) return claims.map(({ id }) => unsupportedByNothing(id, signature))
      const groups = (strategy === 'batched' ? [claims] : claims.map((claim) => [claim])).map((asked) => ({
        asked,
        repairs: [] as string[],
      }))
      const cacheContexts = sharesContexts || groups.length > 1
      const answers = await askAll(
        groups.map(({ asked, repairs }) => () => {
          const input = { judge, prompt, runtime, claims: asked, contexts: shown.texts, userInput, draw, cacheContexts }
          return askVerdicts({ ...input, onRepair: (repair) => repairs.push(repair) })
        }),
        { firstAlone: promptCache && groups.length > 1 },
      )
      // Reported in the order of the claims: which reply came first must show nowhere.
      for (const { repairs } of groups) for (const repair of repairs) onRepair(repair)
      const byId = new Map(allValues(answers).flatMap((found) => found.map((answer) => [answer.claim, answer])))
      const read = createVerdictReader({ shown, minQuote, requireQuote, decidedBy: signature, onRepair })
      return claims.flatMap(({ id }) => {
        const answer = byId.get(id)
        return answer === undefined ? [] : [read(id, answer)]
      })
    },
  }
}

function unsupportedByNothing(claim: string, decidedBy: string): Verdict {
  return { claim, outcome: 'unsupported', decidedBy, reason: 'There is no context.', evidence: [] }
}

function checkStrategy(strategy: string): void {
  if (strategy === 'batched' || strategy === 'per-claim') return
  const message = `llmVerifier: strategy ${JSON.stringify(strategy)} does not exist; there are "batched" and "per-claim".`
  throw new AssayError({ kind: 'config', message })
}

function ignore(): void {}
