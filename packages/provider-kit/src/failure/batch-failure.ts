import { AssayError, shownText } from '@assay/core'

/** How servers say that they take fewer texts at once. */
const FEWER_TEXTS =
  /batch(?:es)?\b|array too long|too many (?:inputs|texts|documents|instances|items)|(?:at most|maximum|more than|larger than|exceed\w*|limit(?:ed)? (?:of|to)) [^.\n]{0,40}(?:inputs|texts|documents|instances|items|embeddings)/i

/**
 * A refusal of several texts in one request, as one that names `maxBatch`, so that whoever asked can ask for fewer at once; any other
 * failure as it is. With one text alone it is the text that is too long.
 */
export function asBatchFailure(error: AssayError, texts: number): AssayError {
  const { kind, serverMessage, provider, modelId } = error
  const isBadRequest = kind === 'bad_request' || kind === 'unsupported_parameter' || kind === 'context_overflow'
  if (texts < 2 || !(kind === 'request_too_large' || (isBadRequest && FEWER_TEXTS.test(serverMessage ?? '')))) return error
  const words = serverMessage === undefined || serverMessage.trim() === '' ? 'it is too large.' : shownText(serverMessage)
  return new AssayError({
    ...error.toJSON(),
    kind: 'request_too_large',
    parameter: 'maxBatch',
    message: `${provider}:${modelId} refused ${texts} texts in one request: ${words} Set \`maxBatch\` to what the server takes.`,
    isRetryable: false,
    reply: error.replyHead,
    usage: error.usage,
    serverMessage,
    cause: error,
  })
}
