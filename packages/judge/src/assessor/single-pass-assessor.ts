import type { LLMAdapter } from '@assay/core'
import { isBlank, normalizeNfc } from '@assay/text'
import { callJudge } from '../call-judge.ts'
import { checkModel } from '../check-model.ts'
import type { Claim } from '../claim.ts'
import type { ClaimAssessor } from '../claim-assessor.ts'
import { toClaims } from '../extractor/to-claims.ts'
import { judgeName } from '../judge-name.ts'
import { claimsAndVerdictsMessages } from '../prompts/claims-and-verdicts-messages.ts'
import { claimsAndVerdictsPrompt } from '../prompts/claims-and-verdicts-prompt.ts'
import { promptHash } from '../prompts/prompt-hash.ts'
import { promptConfig, type PromptChoice, resolvePrompt } from '../prompts/resolve-prompt.ts'
import { quoteSettings } from '../verifier/quote-settings.ts'
import { shownContexts } from '../verifier/shown-contexts.ts'
import { type QuoteOptions, toVerdicts } from '../verifier/to-verdicts.ts'
import { claimsAndVerdictsSchema, claimsAndVerdictsShape, type WireJudgedClaim } from '../wire/claims-and-verdicts-shape.ts'

export type SinglePassAssessorOptions = QuoteOptions & PromptChoice & { readonly judge: LLMAdapter }

/** Frozen, as its schema is: a call key renders it once. */
const OUTPUT = Object.freeze({ name: 'claims_and_verdicts', schema: claimsAndVerdictsSchema })
const BASE_OUTPUT_TOKENS = 4_096
/** Each claim has a reason and a quote, so that a reply is several times as long as the reference. */
const OUTPUT_TOKENS_PER_CHARACTER = 3

/**
 * One call splits the reference and judges its claims: half the calls, but the judge chooses the denominator. A claim that it forgets is
 * not detected, since there is no list to compare with; `detail.uncovered` gives a hint.
 * @throws AssayError `config` for a value that is no model, and for options out of range.
 */
export function singlePassAssessor(options: SinglePassAssessorOptions): ClaimAssessor {
  const { judge } = options
  checkModel(judge, 'singlePassAssessor')
  const prompt = resolvePrompt(claimsAndVerdictsPrompt, options, claimsAndVerdictsShape)
  const { requireQuote, minQuote, signatureOptions } = quoteSettings(options, 'singlePassAssessor')
  const signature = judgeName(judge)
  return {
    id: 'single-pass',
    version: '1',
    signature,
    signatureOptions,
    promptHash: promptHash(
      claimsAndVerdictsMessages({ contexts: ['context'], reference: 'reference', userInput: 'question', prompt }),
      claimsAndVerdictsSchema,
      prompt,
    ),
    config: { type: 'single-pass', judge: judge.fingerprint, requireQuote, minQuote, ...promptConfig(options) },
    async assess({ reference, contexts, userInput, runtime }) {
      const shown = shownContexts(contexts)
      const { value: judged, repairs } = await callJudge({
        judge,
        runtime,
        messages: claimsAndVerdictsMessages({
          contexts: shown.texts,
          reference,
          userInput: userInput === undefined || isBlank(userInput) ? undefined : userInput,
          prompt,
        }),
        output: OUTPUT,
        shape: claimsAndVerdictsShape,
        outputTokens: BASE_OUTPUT_TOKENS + OUTPUT_TOKENS_PER_CHARACTER * reference.length,
        check: (found, attempt) =>
          attempt === 'first' && claimsOf(found).length === 0
            ? 'it holds no claim, though the reference is not empty'
            : contradiction(found),
      })
      const claims = claimsOf(judged)
      const dropped = judged.length - claims.length
      if (dropped > 0) repairs.push(`claims: ${dropped} of ${judged.length} were blank or repeated and left out`)
      const byText = new Map(judged.toReversed().map((answer) => [keyOf(answer.text), answer]))
      const answerTo = ({ text }: Claim): WireJudgedClaim | undefined => byText.get(keyOf(text))
      const read = toVerdicts(claims, answerTo, { shown, minQuote, requireQuote, decidedBy: signature })
      return { claims, verdicts: read.verdicts, repairs: [...repairs, ...read.repairs] }
    },
  }
}

function claimsOf(judged: readonly WireJudgedClaim[]): Claim[] {
  return toClaims(judged.map(({ text }) => text))
}

/** A claim with two verdicts has none. */
function contradiction(judged: readonly WireJudgedClaim[]): string | undefined {
  const known = new Map<string, boolean>()
  for (const { text, supported } of judged) {
    const key = keyOf(text)
    if (known.has(key) && known.get(key) !== supported)
      return `it holds the claim ${JSON.stringify(text.slice(0, 80))} with two different verdicts`
    known.set(key, supported)
  }
  return undefined
}

/** Merged in the same way as in `toClaims`. */
function keyOf(text: string): string {
  return normalizeNfc(text.trim())
}
