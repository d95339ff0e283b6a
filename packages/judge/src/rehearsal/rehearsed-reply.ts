import { estimateCallTokens, estimateTokens, type JsonObject, type LLMCall, type LLMReply } from '@assay/core'
import { splitSentences } from '@assay/text'
import { promptData, type PromptData } from './prompt-data.ts'

export type RehearsalOptions = {
  /**
   * How often the same messages were sent before, to any judge. Every second answer has the opposite verdicts, so that votes do not agree
   * and the calls after them are made as well. Default 0.
   */
  readonly earlierCalls?: number
}

/** Tokens of the reference per claim: a dozen words. */
const TOKENS_PER_CLAIM = 24
/** A rubric does not reveal where the reference is, so this number of statements is assumed. */
const RUBRIC_STATEMENTS = 6
const REASON = 'The contexts say something else about this, and nothing in them states the claim as a whole.'
const QUESTION = 'What does the answer say about the matter that somebody asked about, and since when has it been so?'
/** Code points of a quoted passage. */
const QUOTE_LENGTH = 100

/**
 * A reply as a judge might give it to one of Assay's prompts, made up without a request: as many claims as the text seems to hold,
 * exactly one verdict for each item, statements with markers for a rubric. Length and form are plausible, the verdicts mean nothing.
 * `undefined` for another kind of call.
 */
export function rehearsedReply(call: LLMCall, { earlierCalls = 0 }: RehearsalOptions = {}): LLMReply | undefined {
  const text = rehearsedText(call, earlierCalls % 2 === 1)
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

function rehearsedJson(shape: string, data: PromptData, yes: boolean): JsonObject | undefined {
  const { ids, questions } = data
  const evidence = evidenceFrom(data)
  switch (shape) {
    case 'claims':
      return { claims: claimsIn(data.reference) }
    case 'verdicts':
      return { verdicts: ids.map((claim, at) => ({ claim, reason: REASON, evidence, supported: isSupported(data, at, yes) })) }
    case 'claims_and_verdicts':
      return { claims: claimsIn(data.reference).map((text) => ({ text, reason: REASON, evidence, supported: yes })) }
    case 'answer_claims':
      return { claims: claimsIn(data.answer), declines: false }
    case 'usefulness':
      return { passages: ids.map((passage) => ({ passage, reason: REASON, quote: '', useful: yes })) }
    case 'sentences':
      return { sentences: ids.map((sentence) => ({ sentence, helps: yes })) }
    case 'claim_relevance':
      return { claims: ids.map((claim) => ({ claim, reason: REASON, helps: yes })) }
    case 'questions':
      return { questions: Array.from({ length: questions }, (_, at) => `${at + 1}) ${QUESTION}`), declines: false }
    case 'entities':
      return { entities: claimsIn(data.reference).flatMap((text) => [`${text} A`, `${text} B`]) }
    case 'category':
      return { reason: REASON, category: yes ? 'same' : 'differs' }
    case 'rubric':
      return { reason: REASON, pass: yes, score: yes ? 1 : 0 }
    default:
      return undefined
  }
}

/** With several contexts, every second claim is supported by more than one text, so that the further calls about such claims are made. */
function isSupported({ contexts }: PromptData, at: number, yes: boolean): boolean {
  return contexts > 1 && at % 2 === 1 ? !yes : yes
}

/** The sentences of a text, long ones in several pieces, and numbered, so that no two are equal. */
function claimsIn(whole: string): string[] {
  return splitSentences(whole)
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
