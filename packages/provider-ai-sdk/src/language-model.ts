import type { LLMAdapter, LLMCall, LLMCapabilities, LLMReply } from '@assay/core'
import { type Attempt, freezeJson, namesOfSet, perCall, withoutSecrets } from '@assay/provider-kit'
import { addressOf, secretsOf } from './connection.ts'
import { failure, failureOf } from './failure.ts'
import { type AdapterNames, type AiSdkModelOptions, checkModelOptions } from './model-options.ts'
import type { AiSdkLanguageModel } from './model-shape.ts'
import { readResult } from './reply.ts'
import { buildRequest } from './request.ts'

/** APIs without a seed. The SDK would omit it, but a seed that the user set must not be ignored. */
const WITHOUT_SEED = /anthropic|\.responses$/

/** A language model of the AI SDK as a judge. Each call sends one request, since `doGenerate` does not retry. */
export function createLanguageModel(model: AiSdkLanguageModel, names: AdapterNames, given: AiSdkModelOptions): LLMAdapter {
  const { specificationVersion: version } = model
  const options = checkModelOptions(names, version, given)
  const address = addressOf(model, options.baseURL)
  const capabilities: LLMCapabilities = Object.freeze({
    structuredOutput: 'native',
    temperature: true,
    seed: !WITHOUT_SEED.test(model.provider),
    ...options.capabilities,
  })
  const { temperature, seed, maxOutputTokens, reasoning, providerOptions = {}, fingerprint } = options

  const callModel = async (call: LLMCall, signal: AbortSignal | undefined, own: AbortSignal): Promise<LLMReply> => {
    const request = buildRequest(call, options, capabilities.structuredOutput)
    const attempt = {
      ...names,
      where: address ?? model.provider,
      sent: sentOf(request.options),
      setByUser: [...namesOfSet({ temperature, seed, maxOutputTokens, reasoning }), ...Object.values(providerOptions).flatMap(namesIn)],
      signal,
    }
    const attemptOf = async (): Promise<Attempt> => ({ ...attempt, secrets: await secretsOf(model) })
    if (request.options['seed'] !== undefined && !capabilities.seed) {
      throw failure('unsupported_parameter', 'was not called.', await attemptOf(), { parameter: 'seed' })
    }
    let result: unknown
    try {
      result = await generate(model, { ...request.options, abortSignal: own })
    } catch (error) {
      throw failureOf(error, await attemptOf())
    }
    const answered = await attemptOf()
    return withoutSecrets(readResult(result, answered, { ...request, version }), answered.secrets)
  }

  return {
    specificationVersion: 'v1',
    ...names,
    capabilities,
    fingerprint: freezeJson({
      adapter: 'ai-sdk',
      specification: version,
      provider: model.provider,
      model: names.modelId,
      ...(address === undefined ? {} : { baseURL: address }),
      structuredOutput: capabilities.structuredOutput,
      ...(temperature === undefined ? {} : { temperature }),
      ...(seed === undefined ? {} : { seed }),
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      ...(reasoning === undefined ? {} : { reasoning }),
      ...(options.providerOptions === undefined ? {} : { providerOptions: options.providerOptions }),
      ...(fingerprint === undefined ? {} : { fingerprint }),
    }),
    doGenerate: (call, { signal } = {}) => perCall(signal, (own) => callModel(call, signal, own)),
  }
}

async function generate(model: AiSdkLanguageModel, options: object): Promise<unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type differs between versions of the specification
  return model.doGenerate(options as never)
}

/** The request under the names of OpenAI's API, for failures before the package has built its own body. */
function sentOf({ responseFormat, tools, maxOutputTokens, temperature, seed }: Readonly<Record<string, unknown>>): Attempt['sent'] {
  const fields = { response_format: responseFormat, tools, max_tokens: maxOutputTokens, temperature, seed }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** The names of one provider's options, in the camel case of the SDK and in snake case. */
function namesIn(options: unknown): string[] {
  const names = typeof options === 'object' && options !== null ? Object.keys(options) : []
  return [...names, ...names.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))]
}
