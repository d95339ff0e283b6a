import { estimateCallTokens, type LLMAdapter, type LLMMessage, type Runtime } from '@assay/core'
import { isBlank } from '@assay/text'
import { allValues, callAll } from '../call-all.ts'
import { judgeItems } from '../judge-items.ts'
import { checkModel } from '../check-model.ts'
import type { Claim } from '../claim.ts'
import type { ClaimVerifier, Verification } from '../claim-verifier.ts'
import { judgeName } from '../judge-name.ts'
import type { ItemQuestion } from '../prompts/item-messages.ts'
import type { Prompt } from '../prompts/prompt.ts'
import { promptHash } from '../prompts/prompt-hash.ts'
import { promptConfig, type PromptChoice, resolvePrompt } from '../prompts/resolve-prompt.ts'
import { createQuoteFinder } from '../quote/find-quote.ts'
import { labelled } from '../repairs.ts'
import { replyLimits } from '../reply-limits.ts'
import type { Verdict } from '../verdict.ts'
import { isRepeatable } from '../verifier/is-repeatable.ts'
import { chunked } from '../verifier/plan-calls.ts'
import { quoteSettings } from '../verifier/quote-settings.ts'
import type { QuoteOptions } from '../verifier/to-verdicts.ts'
import type { ItemWire, WireItem } from '../wire/item-shape.ts'

/** One kind of judgement about items. */
export type ItemKind = {
  /** Its name in configurations. It distinguishes its verdicts from those on claims. */
  readonly id: string
  readonly shipped: Prompt
  readonly wire: ItemWire
  readonly messages: (question: ItemQuestion) => LLMMessage[]
  /** The id of an item in a call of its own: such a call shows no position in a list. */
  readonly aloneId: string
  /** Whether its answers quote the item. */
  readonly quotes: boolean
  /** The most items in one call. */
  readonly most: number
  /** The most output tokens for one item. */
  readonly tokensPerItem: number
}

export type ItemVerifierOptions = PromptChoice &
  QuoteOptions & {
    readonly judge: LLMAdapter
    /** A call for each item, or as few calls as hold them. */
    readonly alone: boolean
    readonly strategy?: ClaimVerifier['strategy']
  }

const BASE_OUTPUT_TOKENS = 4_096

/**
 * Yes or no to items that are no claims, in the form of a verifier, so that `votes` and `panel` can wrap it: `claims` are the items, and
 * `contexts` hold at most one text, the answer that the items should support. A quote is looked up in its own item, which is context 0.
 */
export function itemVerifier(kind: ItemKind, options: ItemVerifierOptions, factory: string): ClaimVerifier {
  const { judge, alone, strategy } = options
  checkModel(judge, factory)
  const { requireQuote, minQuote, signatureOptions } = quoteSettings(options, factory)
  const prompt = resolvePrompt(kind.shipped, options, kind.wire.shape)
  const signature = judgeName(judge)
  const { schema, shape } = kind.wire
  const output = Object.freeze({ name: kind.wire.name, schema })
  const stand = { items: [{ id: kind.aloneId, text: 'item' }], userInput: 'question', answer: 'answer', prompt }

  async function verifyCall(
    items: readonly Claim[],
    o: {
      userInput: string | undefined
      answer: string | undefined
      runtime: Runtime
      draw: number | undefined
    },
  ): Promise<Verification> {
    const shown = alone ? items.map(({ text }) => ({ id: kind.aloneId, text })) : items
    const { value: answers, repairs } = await judgeItems({
      judge,
      runtime: o.runtime,
      messages: kind.messages({ items: shown, userInput: o.userInput, answer: o.answer, prompt }),
      output,
      shape,
      outputTokens: tokensFor(items.length),
      ids: shown.map(({ id }) => id),
      idOf: ({ id }) => id,
      draw: o.draw,
    })
    const byId = new Map(answers.map((answer) => [answer.id, answer]))
    const verdicts = items.flatMap((item, at) => {
      const answer = byId.get(shown[at]?.id ?? '')
      return answer === undefined ? [] : [verdictOf(item, answer)]
    })
    return { verdicts, repairs }
  }

  function verdictOf({ id, text }: Claim, { yes, reason, quote }: WireItem): Verdict {
    const place = isBlank(quote) ? undefined : createQuoteFinder([text], minQuote)(quote, 0)
    const evidence = isBlank(quote)
      ? []
      : [{ context: 0, quote, verified: place !== undefined, ...(place?.span === undefined ? {} : { span: place.span }) }]
    const isUnproven = yes && requireQuote && place === undefined
    return {
      claim: id,
      outcome: yes && !isUnproven ? 'supported' : 'unsupported',
      decidedBy: signature,
      reason: isUnproven ? 'no_verified_quote' : reason,
      evidence,
    }
  }

  function tokensFor(items: number): number {
    return BASE_OUTPUT_TOKENS + kind.tokensPerItem * items
  }

  /** As many items per call as window and output limit allow. */
  function chunksOf(items: readonly Claim[], userInput: string | undefined, answer: string | undefined): (readonly Claim[])[] {
    if (alone) return items.map((item) => [item])
    const { contextWindow } = judge.capabilities
    const most = Math.max(1, Math.min(kind.most, Math.floor(replyLimits(judge).tokens / kind.tokensPerItem)))
    return chunked(items, most, (chunk) => {
      if (contextWindow === undefined) return true
      const messages = kind.messages({ items: chunk, userInput, answer, prompt })
      return estimateCallTokens({ messages, output }) + Math.min(tokensFor(chunk.length), contextWindow / 2) <= contextWindow
    })
  }

  return {
    id: kind.id,
    version: '1',
    kind: 'judge',
    signature,
    signatureOptions,
    promptHash: promptHash(kind.messages(stand), schema, prompt),
    config: {
      type: kind.id,
      judge: judge.fingerprint,
      ...(strategy === undefined ? {} : { strategy }),
      ...(kind.quotes ? { requireQuote, minQuote } : {}),
      ...promptConfig(options),
    },
    ...(strategy === undefined ? {} : { strategy }),
    repeatable: isRepeatable(judge),
    alwaysDecides: true,
    async verify({ claims: items, contexts: [answer], userInput, runtime, draw }) {
      const question = userInput === undefined || isBlank(userInput) ? undefined : userInput
      const chunks = chunksOf(items, question, answer)
      const answers = await callAll(chunks.map((chunk) => () => verifyCall(chunk, { userInput: question, answer, runtime, draw })))
      const named = alone ? answers.map((given, at) => labelled(given, chunks[at]?.[0]?.id ?? '')) : answers
      const { values, repairs } = allValues(named)
      return { verdicts: values.flatMap(({ verdicts }) => verdicts), repairs }
    },
  }
}
