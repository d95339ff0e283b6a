import { type AssayErrorKind, isOutOfCredit } from '@assay/core'
import { isRecord, mentionsWord } from '@assay/provider-kit'

export type FailureKind = { readonly kind: AssayErrorKind; readonly parameter?: string; readonly isRetryable?: boolean }

const CONTEXT = /exceed[^\n]{0,80}context|context[^\n]{0,80}exceed|prompt is too long/i
const NO_MODEL = /\bmodel\b[^\n]{0,300}\bnot found|try pulling it first/i
const BUSY = /server busy|pending requests|overloaded/i
/** Limits of an account at https://ollama.com, beside those that all vendors have. */
const USED_UP = /usage limit|quota/i
const MEMORY = /requires more (?:system )?memory|out of memory|memory layout cannot be allocated/i
const THINKING = /\bthink(?:ing)?\b/i
const FORMAT = /\bformat\b|\bgrammar\b|\bschema\b|structured output/i
const REFUSED = /not support|unsupported|unknown|unrecogni[sz]ed|invalid|must be of type|cannot unmarshal|not allowed/i

/** The kind of a failure that a server reported; a status of 200 is that of an error in the middle of a stream. */
export function failureKind(
  { status, message, body }: { readonly status: number; readonly message: string; readonly body: string },
  sent: Readonly<Record<string, unknown>>,
): FailureKind {
  if (CONTEXT.test(message)) return { kind: 'context_overflow' }
  if (isOutOfCredit({ status, body }, sent)) return { kind: 'quota' }
  if (status === 401 || status === 403) return { kind: 'auth' }
  if (USED_UP.test(message)) return { kind: 'quota' }
  if (status === 429 || status === 503 || BUSY.test(message)) return { kind: 'overloaded' }
  if (status === 413) return { kind: 'request_too_large' }
  if (NO_MODEL.test(message)) return { kind: 'model_not_found' }
  const parameter = refusedParameter(message, sent)
  if (parameter !== undefined) return { kind: 'unsupported_parameter', parameter }
  if (status === 400 || status === 422) return { kind: 'bad_request' }
  const mayPass = status === 200 || status === 408 || status === 409 || status >= 499
  return { kind: 'provider', isRetryable: mayPass && !MEMORY.test(message) }
}

/** Only what was sent can be refused, so a word in a message that means something else names nothing. */
function refusedParameter(message: string, sent: Readonly<Record<string, unknown>>): string | undefined {
  if ('format' in sent && FORMAT.test(message)) return 'output'
  if (!REFUSED.test(message)) return undefined
  if ('think' in sent && THINKING.test(message)) return 'think'
  const named = Object.keys(optionsOf(sent)).find((name) => mentionsWord(message, name))
  return named === undefined ? undefined : (NAMES_IN_CALL.get(named) ?? named)
}

const NAMES_IN_CALL: ReadonlyMap<string, string> = new Map([
  ['num_predict', 'maxOutputTokens'],
  ['num_ctx', 'numCtx'],
])

function optionsOf({ options }: Readonly<Record<string, unknown>>): object {
  return isRecord(options) ? options : {}
}
