import { AssayError, shownText } from '@assay/core'

/** Matches messages of servers that accept fewer texts per request. */
const FEWER_TEXTS =
  /batch(?:es)?\b|array too long|too many (?:inputs|texts|documents|instances|items)|(?:at most|maximum|more than|larger than|exceed\w*|limit(?:ed)? (?:of|to)) [^.\n]{0,40}(?:inputs|texts|documents|instances|items|embeddings)/i

/**
 * Rewrites the refusal of a batch as `request_too_large`. If the batch has several texts, the error names `maxBatch`, so that the caller
 * can send fewer at once; if it has one, the error is about that text. Any other failure is returned unchanged.
 */
export function asBatchFailure(error: AssayError, texts: number): AssayError {
  const { kind, serverMessage, provider, modelId } = error
  const words = serverMessage === undefined || serverMessage.trim() === '' ? 'it is too large.' : shownText(serverMessage)
  const model = `${provider}:${modelId}`
  if (texts < 2) {
    if (kind !== 'request_too_large') return error
    return renamed(error, `${model} refused a text that was sent alone: ${words} Shorten it, or name a model that accepts longer texts.`)
  }
  const isBadRequest = kind === 'bad_request' || kind === 'unsupported_parameter' || kind === 'context_overflow'
  if (!(kind === 'request_too_large' || (isBadRequest && FEWER_TEXTS.test(serverMessage ?? '')))) return error
  return renamed(error, `${model} refused ${texts} texts in one request: ${words} Set \`maxBatch\` to what the server accepts.`, 'maxBatch')
}

function renamed(error: AssayError, message: string, parameter?: string): AssayError {
  return new AssayError({
    ...error.toJSON(),
    kind: 'request_too_large',
    parameter,
    message,
    isRetryable: false,
    reply: error.replyHead,
    usage: error.usage,
    serverMessage: error.serverMessage,
    cause: error,
  })
}
