import { AssayError, type AssayErrorKind, type LLMAdapter, type LLMReply } from '@assay/core'
import { type Candidates, candidatesOfWhole, candidatesWithin } from './find-candidates.ts'
import type { ReplyShape } from './reply-shape.ts'
import { stripReasoning } from './strip-reasoning.ts'

export type ReplyKind = Extract<AssayErrorKind, 'empty_reply' | 'invalid_reply' | 'truncated' | 'refused' | 'content_filter' | 'provider'>

export type ReplyReading<T> =
  | { readonly ok: true; readonly value: T; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly kind: ReplyKind; readonly defect: string }

export type ReadReplyOptions = {
  /** What the judge was shown. An object that stands there as well is an echo, not an answer. */
  readonly prompt?: readonly string[] | undefined
  /** Named in errors. */
  readonly judge?: Pick<LLMAdapter, 'provider' | 'modelId'> | undefined
}

/**
 * The value in a reply, and every repair that was needed to read it.
 * @throws AssayError `empty_reply`, `invalid_reply`, `truncated`, `refused`, `content_filter` or `provider`, and nothing else.
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

/** As `readReply`, with the failure as a value. The finish reason is looked at before the text. */
export function tryReadReply<T>(reply: LLMReply, shape: ReplyShape<T>, prompt: readonly string[] = []): ReplyReading<T> {
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
      return readText(reply.text, shape, prompt)
  }
}

export function replyError(
  reply: LLMReply,
  { kind, defect }: { readonly kind: ReplyKind; readonly defect: string },
  judge?: Pick<LLMAdapter, 'provider' | 'modelId'>,
): AssayError {
  const who = judge === undefined ? 'the judge' : `${judge.provider}:${judge.modelId}`
  const unknownEnd = reply.finishReason === 'other' ? ' (it ended for a reason that is not known)' : ''
  return new AssayError({
    kind,
    message: `The reply of ${who} cannot be used: ${defect}${unknownEnd}. ${NEXT_STEP[kind]}`,
    provider: judge?.provider,
    modelId: judge?.modelId,
    requestId: reply.requestId,
    reply: reply.text,
  })
}

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
  const whole = candidatesOfWhole(text, shape)
  if (whole !== undefined) return chosen(whole, shape, prompt, [])
  const answer = stripReasoning(text)
  if (answer.trim() === '') return failed('empty_reply', 'it holds reasoning and no answer')
  const stripped = answer.length === text.length ? [] : ['reasoning removed']
  const rest = stripped.length === 0 ? undefined : candidatesOfWhole(answer, shape)
  return chosen(rest ?? candidatesWithin(answer, shape), shape, prompt, stripped)
}

/** The one fitting candidate that is no echo. Among two different ones nothing tells which is meant. */
function chosen<T>(candidates: Candidates<T>, shape: ReplyShape<T>, prompt: readonly string[], before: readonly string[]): ReplyReading<T> {
  const { fitting, defect } = candidates
  const echoes =
    fitting.size === 0 ? new Set<string>() : new Set(prompt.flatMap((text) => [...candidatesWithin(text, shape).fitting.keys()]))
  const answers = [...fitting].filter(([key]) => !echoes.has(key)).map(([, candidate]) => candidate)
  const [first] = answers
  if (answers.length > 1) return failed('invalid_reply', `it holds ${answers.length} different answers`)
  if (first !== undefined) return { ok: true, value: first.value, repairs: [...before, ...first.repairs] }
  if (fitting.size > 0) return failed('invalid_reply', 'it only repeats an object that stands in the prompt')
  return failed('invalid_reply', defect ?? `it holds no JSON object of the shape ${shape.pattern}`)
}

function failed(kind: ReplyKind, defect: string): { ok: false; kind: ReplyKind; defect: string } {
  return { ok: false, kind, defect }
}
