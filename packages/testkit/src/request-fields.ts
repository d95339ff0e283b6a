import type { JsonObject, JsonValue } from '@assay/core'
import type { RecordedRequest } from './fake-server.ts'

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A field of the body, where the body is an object. */
export function fieldOf({ body }: RecordedRequest, name: string): JsonValue | undefined {
  return isObject(body) ? body[name] : undefined
}

/** The model that a request names. */
export function modelOf(request: RecordedRequest): string {
  const model = fieldOf(request, 'model')
  return typeof model === 'string' ? model : 'fake'
}

/** The first tool that a request offers. */
export function firstTool(request: RecordedRequest): JsonObject {
  const tools = fieldOf(request, 'tools')
  const first: JsonValue | undefined = Array.isArray(tools) ? tools[0] : undefined
  return isObject(first) ? first : {}
}

/** The texts of `input`, a list or a single one. */
export function inputTexts(request: RecordedRequest): string[] {
  const input = fieldOf(request, 'input')
  return (Array.isArray(input) ? input : [input]).map((text) => (typeof text === 'string' ? text : JSON.stringify(text ?? '')))
}

/** The service tier that answers: the one requested. */
export function tierOf(request: RecordedRequest): JsonObject {
  const tier = fieldOf(request, 'service_tier')
  return typeof tier === 'string' ? { service_tier: tier } : {}
}
