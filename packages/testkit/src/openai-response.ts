import type { JsonObject } from '@assay/core'
import type { RecordedRequest } from './fake-server.ts'
import type { OpenAIReply } from './openai-protocol.ts'
import { firstTool, modelOf, tierOf } from './request-fields.ts'

/** One answer of a fake OpenAI in the shape of its Responses API. */
export function openAIResponse(request: RecordedRequest, reply: OpenAIReply): JsonObject {
  const { finishReason = 'stop', toolArguments, usage = defaultUsage } = reply
  const isCut = finishReason === 'length' || finishReason === 'content_filter'
  return {
    id: `resp_${request.index + 1}`,
    object: 'response',
    created_at: 0,
    status: isCut ? 'incomplete' : finishReason === 'stop' || finishReason === null ? 'completed' : finishReason,
    error: null,
    incomplete_details: isCut ? { reason: finishReason === 'length' ? 'max_output_tokens' : finishReason } : null,
    model: reply.model ?? modelOf(request),
    output: reply.choices ?? [
      ...(reply.reasoning === undefined
        ? []
        : [{ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: reply.reasoning }] }]),
      ...messageOf(reply),
      ...(toolArguments === undefined
        ? []
        : [
            {
              type: 'function_call',
              id: 'fc_1',
              call_id: 'call_1',
              name: toolNameOf(request),
              arguments: toolArguments,
              status: 'completed',
            },
          ]),
    ],
    ...tierOf(request),
    ...(usage === null ? {} : { usage }),
  }
}

const defaultUsage: JsonObject = {
  input_tokens: 10,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens: 5,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 15,
}

function messageOf({ text, refusal }: OpenAIReply): JsonObject[] {
  const content: JsonObject[] = [
    ...(typeof text === 'string' ? [{ type: 'output_text', text, annotations: [] }] : []),
    ...(refusal === undefined ? [] : [{ type: 'refusal', refusal }]),
  ]
  return content.length === 0 ? [] : [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }]
}

function toolNameOf(request: RecordedRequest): string {
  const { name } = firstTool(request)
  return typeof name === 'string' ? name : 'unknown'
}
