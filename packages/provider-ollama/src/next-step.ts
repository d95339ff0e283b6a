import type { AssayErrorKind } from '@assay/core'

export type NextStepContext = {
  readonly modelId: string
  /** The address of the server. */
  readonly where: string
  readonly parameter?: string | undefined
  /** Whether the refused parameter comes from the adapter's own options. */
  readonly setByUser?: boolean
}

/** What a person does next about a failure of this kind. */
export function nextStep(kind: AssayErrorKind, { modelId, where, parameter, setByUser }: NextStepContext): string {
  switch (kind) {
    case 'auth':
      return `Check the key for ${where} (\`apiKey\`; OLLAMA_API_KEY for https://ollama.com), and that it may use this model.`
    case 'quota':
      return 'Wait for the next period, or raise the limit of the account.'
    case 'overloaded':
      return 'Lower the concurrency, or raise OLLAMA_MAX_QUEUE at the server.'
    case 'timeout':
      return 'Allow more time: a model may have to load first.'
    case 'connection':
      return `Tried ${where}. Is Ollama running there? Start it with: ollama serve. Another address goes into \`host\` or OLLAMA_HOST.`
    case 'context_overflow':
      return 'Pass fewer or shorter contexts, raise `numCtx` if it is set, or name a model with a larger context window.'
    case 'request_too_large':
      return 'Pass fewer or shorter contexts.'
    case 'model_not_found':
      return `Pull it on the server at ${where}: ollama pull ${modelId}`
    case 'unsupported_parameter':
      return unsupported(parameter, setByUser === true)
    case 'truncated':
      return 'Allow more tokens for the reply (`maxOutputTokens`).'
    case 'empty_reply':
      return 'Ask again, or name another model.'
    case 'bad_request':
      return 'Look at what the server says, and at `options` if they are set.'
    case 'aborted':
      return ''
    default:
      return `If it stays so, look at the log of the server at ${where}; a model too large for the memory needs a smaller \`numCtx\` or another model.`
  }
}

function unsupported(parameter: string | undefined, setByUser: boolean): string {
  if (parameter === 'output') return 'Update Ollama, or set `capabilities: { structuredOutput: "prompt" }` for this model.'
  return setByUser ? `Take ${parameter} out of the options of the model.` : `Leave ${parameter} out, or name a model that takes it.`
}
