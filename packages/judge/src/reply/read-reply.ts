import { isDeepStrictEqual } from 'node:util'
import { AssayError, type AssayErrorKind, type LLMAdapter, type LLMReply } from '@assay/core'
import { type Candidate, type Candidates, searchCandidates } from './search-candidates.ts'
import type { ReplyShape } from './reply-shape.ts'
import { objectsShown } from './objects-shown.ts'
import { stripReasoning } from './strip-reasoning.ts'
import type { TextShape } from './text-shape.ts'

export type ReplyKind = Extract<AssayErrorKind, 'empty_reply' | 'invalid_reply' | 'truncated' | 'refused' | 'content_filter' | 'provider'>

export type ReplyReading<T> =
  | { readonly ok: true; readonly value: T; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly kind: ReplyKind; readonly defect: string }

export type ReadReplyOptions = {
  /** The prompt. An object that occurs there as well is an echo, not an answer. */
  readonly prompt?: readonly string[] | undefined
  /** Named in errors. */
  readonly judge?: Pick<LLMAdapter, 'provider' | 'modelId'> | undefined
}

/**
 * The value in a reply, and every repair that was needed to read it.
 * @throws AssayError `empty_reply`, `invalid_reply`, `truncated`, `refused`, `content_filter` or `provider`, and no other error.
 */
export function readReply<T>(
  reply: LLMReply,
  shape: ReplyShape<T>,
  options: ReadReplyOptions = {},
): { readonly value: T; readonly repairs: readonly string[] } {
  const reading = tryReadReply(reply, shape, options.prompt)
  if (!reading.ok) throw replyError(reply, reading, options.judge)
  return { value: reading.value, repairs: reading.repairs }
}

/** Like `readReply`, with the failure as a value. The finish reason is checked before the text. */
export function tryReadReply<T>(reply: LLMReply, shape: ReplyShape<T> | TextShape<T>, prompt: readonly string[] = []): ReplyReading<T> {
  switch (reply.finishReason) {
    case 'length':
      return failed('truncated', 'it was cut at the output limit')
    case 'refusal':
      return failed('refused', 'the model refused to answer')
    case 'content_filter':
      return failed('content_filter', 'a content filter stopped it')
    case 'error':
      return failed('provider', 'the provider reported an error in place of an answer')
    default:
      return 'readText' in shape ? readPlain(reply.text, shape, prompt) : readText(reply.text, shape, prompt)
  }
}

export function replyError(
  reply: LLMReply,
  { kind, defect }: { readonly kind: ReplyKind; readonly defect: string },
  judge?: Pick<LLMAdapter, 'provider' | 'modelId'>,
  nextStep: string = NEXT_STEP[kind],
): AssayError {
  const name = judge === undefined ? 'the judge' : `${judge.provider}:${judge.modelId}`
  const unknownEnd = reply.finishReason === 'other' ? ' (it ended for a reason that is not known)' : ''
  return new AssayError({
    kind,
    message: `The reply of ${name} cannot be used: ${defect}${unknownEnd}. ${nextStep}`,
    provider: judge?.provider,
    modelId: judge?.modelId,
    requestId: reply.requestId,
    reply: reply.text.slice(0, ERROR_SEES),
  })
}

/** The error stores the first 500 characters, redacted: no need to search a reply of megabytes for secrets. */
const ERROR_SEES = 8_000

const NEXT_STEP: Readonly<Record<ReplyKind, string>> = {
  truncated: 'Allow the model more output tokens, or less reasoning.',
  refused: 'Look at the row for what it may object to, or try another judge.',
  content_filter: 'Look at the row for what the filter may object to, or try another judge.',
  provider: 'Score the row again later.',
  empty_reply: 'Allow the model more output tokens, or try another judge.',
  invalid_reply: 'Score the row again, or try a judge that keeps to a schema.',
}

function readText<T>(text: string, shape: ReplyShape<T>, prompt: readonly string[]): ReplyReading<T> {
  if (text.trim() === '') return failed('empty_reply', 'it is empty')
  const search = searchCandidates(text, shape)
  const whole = search.whole()
  if (whole !== undefined) return chosen(text, whole, shape, prompt, [])
  const answer = stripReasoning(text)
  if (answer.length === text.length) return chosen(text, search.within(), shape, prompt, [])
  if (answer.trim() === '') return failed('empty_reply', 'it holds reasoning and no answer')
  const rest = searchCandidates(answer, shape)
  return chosen(answer, rest.whole() ?? rest.within(), shape, prompt, ['reasoning removed'])
}

function readPlain<T>(text: string, shape: TextShape<T>, prompt: readonly string[]): ReplyReading<T> {
  const answer = stripReasoning(text)
  if (answer.trim() === '') return failed('empty_reply', text.trim() === '' ? 'it is empty' : 'it holds reasoning and no answer')
  const reading = shape.readText(answer, prompt)
  if (!reading.ok) return failed('invalid_reply', reading.defect)
  return { ...reading, repairs: [...(answer.length === text.length ? [] : ['reasoning removed']), ...reading.repairs] }
}

/** The only matching candidate that is no echo. Between two different ones the choice is ambiguous. */
function chosen<T>(
  text: string,
  { fitting, defect, refusal }: Candidates<T>,
  shape: ReplyShape<T>,
  prompt: readonly string[],
  before: readonly string[],
): ReplyReading<T> {
  if (refusal !== undefined) return failed('invalid_reply', refusal)
  if (fitting.length === 0) return failed('invalid_reply', defect ?? nothingOfShape(text, shape))
  const answers = fitting.filter(isNoEcho(shape, prompt))
  const [first] = answers
  if (first === undefined) return failed('invalid_reply', 'it only repeats an object that stands in the prompt')
  if (!answers.every(({ value }) => isDeepStrictEqual(value, first.value))) {
    return failed('invalid_reply', 'it holds at least 2 different answers')
  }
  return { ok: true, value: first.value, repairs: [...before, ...first.repairs] }
}

/** An object that occurs in the prompt, word for word or as the same value, may be a planted answer that the judge only quotes. */
function isNoEcho<T>(shape: ReplyShape<T>, prompt: readonly string[]): (candidate: Candidate<T>) => boolean {
  const shown = prompt.filter((text) => text.includes(JSON.stringify(shape.key)))
  const echoes = shown.flatMap((text) => objectsShown(text, shape))
  return ({ value, source }) => !shown.some((text) => text.includes(source)) && !echoes.some((echo) => isDeepStrictEqual(echo.value, value))
}

function nothingOfShape<T>(text: string, { key, pattern }: ReplyShape<T>): string {
  const quoted = JSON.stringify(key)
  const notJson = text.includes(quoted) ? `what stands around ${quoted} is not valid JSON` : 'it is not JSON'
  const reason = isJson(text) ? `it is JSON without the key ${quoted}` : notJson
  return `it holds no JSON object of the shape ${pattern}: ${reason}`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.trim())
    return true
  } catch {
    return false
  }
}

function failed(kind: ReplyKind, defect: string): { ok: false; kind: ReplyKind; defect: string } {
  return { ok: false, kind, defect }
}
