import { AssayError, type LLMAdapter } from '@assay/core'
import { isBlank } from '@assay/text'
import { askJudge } from '../ask-judge.ts'
import type { Claim } from '../claim.ts'
import type { ClaimVerifier } from '../claim-verifier.ts'
import { judgeName } from '../judge-name.ts'
import { promptHash } from '../prompts/prompt-hash.ts'
import { verdictsMessages } from '../prompts/verdicts-messages.ts'
import { checkEvidence } from '../quote/check-evidence.ts'
import { createQuoteFinder } from '../quote/find-quote.ts'
import type { Verdict } from '../verdict.ts'
import { verdictsSchema, verdictsShape, type WireVerdict } from '../wire/verdicts-shape.ts'
import { claimIdDefect } from './claim-id-defect.ts'
import { type ShownContexts, shownContexts } from './shown-contexts.ts'

export type LLMVerifierOptions = {
  readonly judge: LLMAdapter
  /** All claims of a sample in one call. */
  readonly strategy?: 'batched' | undefined
  /** A claim without a verified quote counts as unsupported, with the reason `no_verified_quote`. Default false. */
  readonly requireQuote?: boolean | undefined
  /** Code points that a part of a quote needs to count. An integer from 1; default 12. */
  readonly minQuote?: number | undefined
}

const DEFAULT_MIN_QUOTE = 12
const BASE_OUTPUT_TOKENS = 4_096
const OUTPUT_TOKENS_PER_CLAIM = 256

/**
 * Verdicts by a model. Every asked claim gets exactly one, found by its id; the quotes it rests on are looked up in the contexts.
 * @throws AssayError `config` for options that are out of range.
 */
export function llmVerifier(options: LLMVerifierOptions): ClaimVerifier {
  const { judge, strategy = 'batched', requireQuote = false, minQuote = DEFAULT_MIN_QUOTE } = options
  checkOptions(strategy, minQuote)
  const signature = judgeName(judge)
  return {
    id: 'llm',
    version: '1',
    kind: 'judge',
    signature,
    signatureOptions: [
      ['requireQuote', requireQuote || undefined],
      ['minQuote', requireQuote && minQuote !== DEFAULT_MIN_QUOTE ? minQuote : undefined],
    ],
    promptHash: promptHash(
      verdictsMessages({ contexts: ['context'], claims: [{ id: 'c1', text: 'claim' }], userInput: 'question' }),
      verdictsSchema,
    ),
    config: { type: 'llm', judge: judge.fingerprint, strategy, requireQuote, minQuote },
    async verify({ claims, contexts, userInput, runtime, onRepair = ignore }) {
      const shown = shownContexts(contexts)
      if (claims.length === 0) return []
      if (shown.texts.length === 0) return claims.map(({ id }) => unsupportedByNothing(id, signature))
      const asked = claims.map(({ id }) => id)
      const answers = await askJudge({
        judge,
        runtime,
        messages: verdictsMessages({
          contexts: shown.texts,
          claims,
          userInput: userInput === undefined || isBlank(userInput) ? undefined : userInput,
        }),
        output: { name: verdictsShape.key, schema: verdictsSchema },
        shape: verdictsShape,
        outputTokens: BASE_OUTPUT_TOKENS + OUTPUT_TOKENS_PER_CLAIM * claims.length,
        check: (verdicts) =>
          claimIdDefect(
            asked,
            verdicts.map(({ claim }) => claim),
          ),
        onRepair,
      })
      return toVerdicts({ claims, answers, shown, minQuote, requireQuote, decidedBy: signature, onRepair })
    },
  }
}

/** In the order asked, joined by id. */
function toVerdicts(input: {
  readonly claims: readonly Claim[]
  readonly answers: readonly WireVerdict[]
  readonly shown: ShownContexts
  readonly minQuote: number
  readonly requireQuote: boolean
  readonly decidedBy: string
  readonly onRepair: (repair: string) => void
}): Verdict[] {
  const { claims, shown, requireQuote, decidedBy, onRepair } = input
  const find = createQuoteFinder(shown.texts, input.minQuote)
  const byId = new Map(input.answers.map((answer) => [answer.claim, answer]))
  return claims.flatMap(({ id }): Verdict[] => {
    const answer = byId.get(id)
    if (answer === undefined) return []
    const evidence = checkEvidence(answer.evidence, shown, find, (correction) => onRepair(`${id}: ${correction}`))
    const unproven = answer.supported && requireQuote && !evidence.some(({ verified }) => verified)
    return [
      {
        claim: id,
        outcome: answer.supported && !unproven ? 'supported' : 'unsupported',
        decidedBy,
        reason: unproven ? 'no_verified_quote' : answer.reason,
        evidence,
      },
    ]
  })
}

function unsupportedByNothing(claim: string, decidedBy: string): Verdict {
  return { claim, outcome: 'unsupported', decidedBy, reason: 'There is no context.', evidence: [] }
}

function checkOptions(strategy: string, minQuote: number): void {
  if (strategy !== 'batched') {
    throw new AssayError({
      kind: 'config',
      message: `llmVerifier: strategy ${JSON.stringify(strategy)} does not exist; there is "batched".`,
    })
  }
  if (!Number.isSafeInteger(minQuote) || minQuote < 1) {
    throw new AssayError({ kind: 'config', message: `llmVerifier: minQuote is ${minQuote}; it must be an integer from 1.` })
  }
}

function ignore(): void {}
