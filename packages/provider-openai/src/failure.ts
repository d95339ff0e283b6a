import { type Attempt, createFailures } from '@assay/provider-kit'
import { vendorNamed } from './vendor.ts'

export const { failure, failureOf, serverFailure, readBody } = createFailures({
  requestIdHeader: 'x-request-id',
  steps: {
    auth: (attempt) =>
      `Check the key for ${attempt.where} (\`apiKey\`, ${isAzure(attempt) ? 'AZURE_OPENAI_API_KEY, or `azureADTokenProvider`' : vendorNamed(attempt.provider).keyVariables[0]}), and that it may use this model.`,
    connection: (attempt) =>
      `Check that the server at ${attempt.where} runs and can be reached (${isAzure(attempt) ? '`endpoint`, AZURE_OPENAI_ENDPOINT' : `\`baseURL\`, ${vendorNamed(attempt.provider).baseURLVariable}`}).`,
    model_not_found: (attempt) =>
      isAzure(attempt)
        ? `Check the name of the deployment, \`endpoint\` and \`apiVersion\`: the request went to ${attempt.where}.`
        : `Check the name of the model and the base URL ${attempt.where}, which for most servers ends in /v1.`,
    unsupported_parameter: (attempt, { parameter, setByUser }) =>
      setByUser && parameter === 'reasoning' && attempt.setByUser.includes(parameter)
        ? 'Take `reasoningEffort` out of the options of the model.'
        : isOtherName(attempt, parameter)
          ? 'Set `capabilities: { maxTokensParameter: "max_tokens" }` (or "max_completion_tokens") for this model.'
          : undefined,
  },
})

function isAzure({ provider }: Attempt): boolean {
  return provider === 'azure'
}

/** Whether the server refuses the name of the limit, not its value: servers use one of two names. */
function isOtherName({ sent, words = '' }: Attempt, parameter: string | undefined): boolean {
  const isName = /unsupported|not supported|unrecogni|unknown|extra|unexpected/i.test(words)
  return parameter === 'maxOutputTokens' && !('max_output_tokens' in sent) && isName
}
