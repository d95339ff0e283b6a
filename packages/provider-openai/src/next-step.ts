import type { AssayErrorKind } from '@assay/core'

export type NextStepContext = {
  /** The base URL, fit to be shown. */
  readonly where: string
  readonly parameter?: string | undefined
  /** Whether the refused parameter comes from the adapter's own options. */
  readonly setByUser?: boolean
}

/** What a person does next about a failure of this kind. */
export function nextStep(kind: AssayErrorKind, { where, parameter, setByUser }: NextStepContext): string {
  switch (kind) {
    case 'auth':
      return `Check the key for ${where} (\`apiKey\`, OPENAI_API_KEY), and that it may use this model.`
    case 'quota':
      return 'Add credit or raise the spending limit at the provider; waiting does not help.'
    case 'rate_limit':
      return 'Lower the concurrency or the requests per minute.'
    case 'overloaded':
      return 'Try again later, or name another model.'
    case 'timeout':
      return 'Allow more time, or ask for less at once.'
    case 'connection':
      return `Check that the server at ${where} runs and can be reached (\`baseURL\`, OPENAI_BASE_URL).`
    case 'context_overflow':
      return 'Pass fewer or shorter contexts, or name a model with a larger context window.'
    case 'request_too_large':
      return 'Pass fewer or shorter contexts, or raise the limit at the provider.'
    case 'model_not_found':
      return `Check the name of the model and the base URL ${where}, which for most servers ends in /v1.`
    case 'unsupported_parameter':
      return unsupported(parameter, setByUser === true)
    case 'truncated':
      return 'Allow more tokens for the reply (`maxOutputTokens`).'
    case 'content_filter':
      return 'Look at the texts of this row, or name another model.'
    case 'empty_reply':
    case 'invalid_reply':
      return 'Ask again, or name another model.'
    case 'bad_request':
      return 'Look at what the server says, and at `extraBody` if it is set.'
    default:
      return `If it stays so, look at the status of the service or the log of the server at ${where}.`
  }
}

function unsupported(parameter: string | undefined, setByUser: boolean): string {
  if (parameter === 'output') return 'Set `capabilities: { structuredOutput: "prompt" }` for this model.'
  if (parameter === 'maxOutputTokens')
    return 'Set `capabilities: { maxTokensParameter: "max_tokens" }` (or "max_completion_tokens") for this model.'
  return setByUser ? `Take ${parameter} out of the options of the model.` : `Leave ${parameter} out, or name a model that takes it.`
}
