import { commonNextStep, type NextStep } from '@assay/provider-kit'
import { vendorNamed } from './vendor.ts'

/** What a person does next about a failure of this kind. */
export const nextStep: NextStep = (kind, attempt, refusal) => {
  const { where, provider } = attempt
  const isAzure = provider === 'azure'
  const { keyVariables, baseURLVariable } = vendorNamed(provider)
  switch (kind) {
    case 'auth':
      return `Check the key for ${where} (\`apiKey\`, ${isAzure ? 'AZURE_OPENAI_API_KEY, or `azureADTokenProvider`' : keyVariables[0]}), and that it may use this model.`
    case 'connection':
      return `Check that the server at ${where} runs and can be reached (${isAzure ? '`endpoint`, AZURE_OPENAI_ENDPOINT' : `\`baseURL\`, ${baseURLVariable}`}).`
    case 'model_not_found':
      return isAzure
        ? `Check the name of the deployment, \`endpoint\` and \`apiVersion\`: asked was ${where}.`
        : `Check the name of the model and the base URL ${where}, which for most servers ends in /v1.`
    case 'unsupported_parameter':
      if (refusal.parameter === 'output') return 'Set `capabilities: { structuredOutput: "prompt" }` for this model.'
      if (refusal.parameter === 'maxOutputTokens') return outputLimitStep(attempt.sent)
      return commonNextStep(kind, attempt, refusal)
    default:
      return commonNextStep(kind, attempt, refusal)
  }
}

function outputLimitStep(sent: Readonly<Record<string, unknown>>): string {
  if ('max_output_tokens' in sent) return 'Set `maxOutputTokens` to what the model allows.'
  return 'Set `capabilities: { maxTokensParameter: "max_tokens" }` (or "max_completion_tokens") for this model.'
}
