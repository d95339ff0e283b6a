import { AssayError, shownText } from '@assay/core'

/** How servers say that they take fewer texts at once. */
const FEWER_TEXTS =
  /batch(?:es)?\b|array too long|too many (?:inputs|texts|documents|instances|items)|(?:at most|maximum|more than|larger than|exceed\w*|limit(?:ed)? (?:of|to)) [^.\n]{0,40}(?:inputs|texts|documents|instances|items|embeddings)/i

/**
 * A refusal of several texts in one request, as one that names `maxBatch`, so that whoever asked can ask for fewer at once; one of a text
 * that was sent alone, as one of that text; any other failure as it is.
 */
export function asBatchFailure(error: AssayError, texts: number): AssayError {
  const { kind, serverMessage, provider, modelId } = error
  const words = serverMessage === undefined || serverMessage.trim() === '' ? 'it is too large.' : shownText(serverMessage)
  const who = `${provider}:${modelId}`
  if (texts < 2) {
    if (kind !== 'request_too_large') return error
    return renamed(error, `${who} refused a text that was sent alone: ${words} Shorten it, or name a model that takes longer texts.`)
  }
  const isBadRequest = kind === 'bad_request' || kind === 'unsupported_parameter' || kind === 'context_overflow'
  if (!(kind === 'request_too_large' || (isBadRequest && FEWER_TEXTS.test(serverMessage ?? '')))) return error
  return renamed(error, `${who} refused ${texts} texts in one request: ${words} Set \`maxBatch\` to what the server takes.`, 'maxBatch')
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
