import { estimateCallTokens, estimateTokens, type JsonObject, type LLMCall, type LLMReply } from '@assay/core'
import { splitSentences } from '@assay/text'
import { promptData, type PromptData } from './prompt-data.ts'

export type RehearsalOptions = {
  /**
   * How often the same messages were asked before, of whichever judge. Every second answer says the opposite, so that votes do not
   * agree and what comes after them is asked as well. Default 0.
   */
  readonly askedBefore?: number
}

/** A claim for about so many tokens of the reference: a dozen words. */
const TOKENS_PER_CLAIM = 24
/** Of a rubric nothing says where in it the reference stands: so many statements are taken for granted. */
const RUBRIC_STATEMENTS = 6
const REASON = 'The contexts say something else about this, and nothing in them states the claim as a whole.'
/** Code points of a quoted passage. */
const QUOTE_LENGTH = 100

/**
 * A reply as a judge might give it to one of our own prompts, made up without asking anybody: as many claims as the reference seems to
 * hold, exactly one verdict for each claim asked about, statements with markers for a rubric. Its length and form are plausible, its
 * verdicts mean nothing. `undefined` for a call of another kind.
 */
export function rehearsedReply(call: LLMCall, { askedBefore = 0 }: RehearsalOptions = {}): LLMReply | undefined {
  const text = rehearsedText(call, askedBefore % 2 === 1)
  if (text === undefined) return undefined
  return {
    text,
    finishReason: 'stop',
    usage: {
      calls: 1,
      inputTokens: estimateCallTokens(call),
      cachedInputTokens: 0,
      cacheWriteTokens: 0,
      outputTokens: estimateTokens(text),
      reasoningTokens: 0,
    },
  }
}

function rehearsedText(call: LLMCall, supported: boolean): string | undefined {
  if (call.output === undefined) return isRubric(call) ? rubricText(supported) : undefined
  const data = promptData(call)
  const json = data === undefined ? undefined : rehearsedJson(call.output.name, data, supported)
  return json === undefined ? undefined : JSON.stringify(json)
}

function rehearsedJson(shape: string, data: PromptData, supported: boolean): JsonObject | undefined {
  const evidence = evidenceFrom(data)
  switch (shape) {
    case 'claims':
      return { claims: claimsIn(data.reference) }
    case 'verdicts':
      return { verdicts: data.claimIds.map((claim) => ({ claim, reason: REASON, evidence, supported })) }
    case 'claims_and_verdicts':
      return { claims: claimsIn(data.reference).map((text) => ({ text, reason: REASON, evidence, supported })) }
    default:
      return undefined
  }
}

/** The sentences of the reference, long ones in several pieces, and numbered, so that no two are the same. */
function claimsIn(reference: string): string[] {
  return splitSentences(reference)
    .flatMap(({ text }) => piecesOf(text, Math.max(1, Math.round(estimateTokens(text) / TOKENS_PER_CLAIM))))
    .map((text, index) => `${index + 1}) ${text}`)
}

function piecesOf(text: string, count: number): string[] {
  const chars = Array.from(text)
  const length = Math.ceil(chars.length / count)
  return Array.from({ length: count }, (_, at) => chars.slice(at * length, (at + 1) * length).join('')).filter(
    (piece) => piece.trim() !== '',
  )
}

function evidenceFrom({ context }: PromptData): JsonObject[] {
  return context === undefined
    ? []
    : [
        {
          context: 1,
          quote: Array.from(context.slice(0, 2 * QUOTE_LENGTH))
            .slice(0, QUOTE_LENGTH)
            .join(''),
        },
      ]
}

const MARKER = /\[[ \t]{0,3}(?:not[ \t]{1,3})?(?:found|attributed)[ \t]{0,3}\]/i

function isRubric({ messages }: LLMCall): boolean {
  return messages.some(({ parts }) => parts.some(({ text }) => MARKER.test(text)))
}

function rubricText(supported: boolean): string {
  const marker = supported ? '[FOUND]' : '[NOT FOUND]'
  return Array.from({ length: RUBRIC_STATEMENTS }, (_, at) => `${at + 1}. Statement ${at + 1} of the reference. ${REASON} ${marker}`).join(
    '\n',
  )
}
