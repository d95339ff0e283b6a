import type { AssayError } from '@assay/core'
import { type Attempt, createFailures, errorMessage, isErrorNamed, isRecord, readNetworkFailure } from '@assay/provider-kit'

/** The message of the SDK about a stream that ends without `done`. */
const NO_END = /did not receive done/i

const failures = createFailures({
  requestIdHeader: 'x-request-id',
  others: 'options',
  // Ollama answers 429 if its queue is full. A 404 means that another server is at the address.
  byStatus: { 404: 'provider', 429: 'overloaded' },
  readAnswer,
  steps: {
    auth: ({ where }) => `Check the key for ${where} (\`apiKey\`; OLLAMA_API_KEY for https://ollama.com), and that it may use this model.`,
    quota: () => 'Wait for the next period, or raise the limit of the account.',
    overloaded: () => 'Lower the concurrency, or raise OLLAMA_MAX_QUEUE at the server.',
    timeout: () => 'Allow more time: a model may have to load first.',
    connection: ({ where }) =>
      `Tried ${where}. Is Ollama running there? Start it with: ollama serve. Another address goes into OLLAMA_HOST, or into \`host\` in code.`,
    context_overflow: () => 'Pass fewer or shorter contexts, raise `numCtx` if it is set, or name a model with a larger context window.',
    request_too_large: () => 'Pass fewer or shorter contexts.',
    model_not_found: ({ where, modelId }) => `Pull it on the server at ${where}: ollama pull ${modelId}`,
    unsupported_parameter: (_attempt, { parameter }) =>
      parameter === 'output' ? 'Update Ollama, or set `capabilities: { structuredOutput: "prompt" }` for this model.' : undefined,
    aborted: () => '',
    provider: ({ where }) =>
      `If this persists, look at the log of the server at ${where}; a model too large for the memory needs a smaller \`numCtx\` or another model.`,
  },
})

export const { failure, serverFailure } = failures

/** Converts anything that the SDK or the reading of a reply threw. */
export function failureOf(error: unknown, attempt: Attempt): AssayError {
  const isSettled = attempt.signal?.aborted === true
  // The user called `abort()` of the given client.
  if (!isSettled && isErrorNamed(error, 'AbortError'))
    return failure('aborted', 'was stopped before a reply came.', attempt, { cause: error })
  if (!isSettled && NO_END.test(errorMessage(error)))
    return failure('connection', 'ended its reply in the middle.', attempt, { cause: error })
  if (!isSettled && error instanceof SyntaxError)
    return failure('provider', 'answered with a body that is not JSON.', attempt, { cause: error })
  return failures.failureOf(error, attempt)
}

/** The SDK throws a plain Error for an error line, and an Error with `status_code` for an error status. */
function readAnswer(error: unknown) {
  const text = errorMessage(error)
  if (isRecord(error) && typeof error['status_code'] === 'number')
    return { status: error['status_code'], text, headers: undefined, cause: error }
  if (!(error instanceof Error) || error.name !== 'Error') return undefined
  const { kind, said } = readNetworkFailure(error)
  return kind === 'provider' ? { status: 200, text: said, headers: undefined, cause: error } : undefined
}
