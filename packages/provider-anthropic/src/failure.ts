import { createFailures } from '@assay/provider-kit'

export const { failure, failureOf, serverFailure, readBody } = createFailures({
  requestIdHeader: 'request-id',
  steps: {
    auth: ({ where }) => `Check the key for ${where} (\`apiKey\`, ANTHROPIC_API_KEY, or \`authToken\`), and that it may use this model.`,
    connection: ({ where }) => `Check that the server at ${where} runs and can be reached (\`baseURL\`, ANTHROPIC_BASE_URL).`,
    model_not_found: ({ where }) => `Check the name of the model and the base URL ${where}, to which /v1/messages is added.`,
  },
})
