import { commonNextStep, type NextStep } from '@assay/provider-kit'

/** What a person does next about a failure of this kind. */
export const nextStep: NextStep = (kind, attempt, refusal) => {
  const { where } = attempt
  switch (kind) {
    case 'auth':
      return `Check the key for ${where} (\`apiKey\`, ANTHROPIC_API_KEY, or \`authToken\`), and that it may use this model.`
    case 'connection':
      return `Check that the server at ${where} runs and can be reached (\`baseURL\`, ANTHROPIC_BASE_URL).`
    case 'model_not_found':
      return `Check the name of the model and the base URL ${where}, to which /v1/messages is added.`
    case 'unsupported_parameter':
      if (refusal.parameter === 'output') return 'Set `capabilities: { structuredOutput: "prompt" }` for this model.'
      if (refusal.parameter === 'maxOutputTokens') return 'Set `maxOutputTokens` to what the model allows.'
      return commonNextStep(kind, attempt, refusal)
    default:
      return commonNextStep(kind, attempt, refusal)
  }
}
