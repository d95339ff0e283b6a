import { commonNextStep, type NextStep } from '@assay/provider-kit'

/** What a person does next about a failure of this kind. */
export const nextStep: NextStep = (kind, attempt, refusal) => {
  const { modelId, where } = attempt
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
      return `Tried ${where}. Is Ollama running there? Start it with: ollama serve. Another address goes into OLLAMA_HOST, or into \`host\` in code.`
    case 'context_overflow':
      return 'Pass fewer or shorter contexts, raise `numCtx` if it is set, or name a model with a larger context window.'
    case 'request_too_large':
      return 'Pass fewer or shorter contexts.'
    case 'model_not_found':
      return `Pull it on the server at ${where}: ollama pull ${modelId}`
    case 'unsupported_parameter':
      return refusal.parameter === 'output'
        ? 'Update Ollama, or set `capabilities: { structuredOutput: "prompt" }` for this model.'
        : commonNextStep(kind, attempt, refusal)
    case 'bad_request':
      return 'Look at what the server says, and at `options` if they are set.'
    case 'aborted':
      return ''
    case 'provider':
      return `If it stays so, look at the log of the server at ${where}; a model too large for the memory needs a smaller \`numCtx\` or another model.`
    default:
      return commonNextStep(kind, attempt, refusal)
  }
}
