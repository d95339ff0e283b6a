import type { LLMAdapter, LLMCall, LLMReply, LLMRequestOptions } from '@assay/core'
import { type Attempt, namesOfSet, perCall, withoutSecrets } from '@assay/provider-kit'
import type { OpenAI } from 'openai'
import type { OpenAICapabilities } from './capabilities.ts'
import type { Connection } from './connection.ts'
import { failure, failureOf } from './failure.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { OpenAIModelOptions } from './model-options.ts'
import { readReply } from './reply.ts'
import { type RequestInfo, buildRequest, type RequestedModel } from './request.ts'
import { readResponse } from './responses-reply.ts'
import { buildResponsesRequest } from './responses-request.ts'

/** A model as a judge. */
export function createModel(
  connection: Connection,
  modelId: string,
  options: OpenAIModelOptions,
  capabilities: OpenAICapabilities,
): LLMAdapter {
  const { provider, where } = connection
  const { temperature, seed, maxOutputTokens, reasoningEffort } = options
  const isResponses = options.api === 'responses'
  const setByUser = [
    ...Object.keys(options.extraBody ?? {}),
    ...namesOfSet({ temperature, seed, maxOutputTokens, [isResponses ? 'reasoning' : 'reasoning_effort']: reasoningEffort }),
  ]

  const generate = async (call: LLMCall, { signal, serviceTier }: LLMRequestOptions, own: AbortSignal): Promise<LLMReply> => {
    const opened = await connection.open(modelId)
    const { sent, info, send, read } = (isResponses ? viaResponses : viaChat)(call, { modelId, capabilities, options, serviceTier })
    const attempt: Attempt = {
      provider,
      modelId,
      where,
      get secrets() {
        return opened.secrets
      },
      sent,
      setByUser,
      signal,
    }
    if (isResponses && call.seed !== undefined) {
      throw failure('unsupported_parameter', 'was not called.', attempt, { parameter: 'seed' })
    }
    try {
      // The raw response, because bodies of compatible servers differ from the SDK's types.
      const response = await send(opened.client, { signal: own, maxRetries: 0 }).asResponse()
      const answer = { status: response.status, headers: response.headers, text: await response.text() }
      return withoutSecrets(read(answer, attempt, info), opened.secrets)
    } catch (error) {
      throw failureOf(error, attempt)
    }
  }

  return {
    specificationVersion: 'v1',
    provider,
    modelId,
    capabilities,
    fingerprint: fingerprintOf(connection, { modelId, capabilities, options }),
    doGenerate: (call, how = {}) => perCall(how.signal, (own) => generate(call, how, own)),
  }
}

type RequestOptions = { readonly signal: AbortSignal; readonly maxRetries: 0 }

type Route = {
  /** The body of the request. */
  readonly sent: Readonly<Record<string, unknown>>
  readonly info: RequestInfo
  readonly send: (client: OpenAI, options: RequestOptions) => { readonly asResponse: () => Promise<Response> }
  readonly read: typeof readReply
}

function viaChat(call: LLMCall, model: RequestedModel): Route {
  const { body, ...info } = buildRequest(call, model)
  return { sent: { ...body }, info, read: readReply, send: (client, options) => client.chat.completions.create(body, options) }
}

function viaResponses(call: LLMCall, model: RequestedModel): Route {
  const { body, ...info } = buildResponsesRequest(call, model)
  return { sent: { ...body }, info, read: readResponse, send: (client, options) => client.responses.create(body, options) }
}
