import type { JsonObject, JsonValue } from '@assay/core'
import { isObject } from './request-fields.ts'

/** An error in the terms of OpenAI, whatever form it takes on the wire. */
export type DialectError = {
  readonly message: string
  readonly type?: string
  readonly code?: string | number | null
  readonly param?: string | null
}

/** How a service that speaks OpenAI's protocol differs from it on the wire, as far as its clients notice. */
export type OpenAIDialect = {
  /** The body of an error. */
  readonly error: (error: DialectError, status: number) => JsonValue
  /** Fields of OpenAI that it refuses. */
  readonly unknownFields?: readonly string[]
  /** Its message about such a field. */
  readonly refusal?: (field: string) => { readonly status: number; readonly error: DialectError }
  /** The counts of tokens, from those of OpenAI. */
  readonly usage?: (usage: JsonObject) => JsonObject
}

const extraForbidden = (field: string) => ({
  status: 422,
  error: { message: 'Extra inputs are not permitted', code: 'extra_forbidden', param: field },
})

const OPENAI: OpenAIDialect = {
  error: (error) => ({ error: { type: 'invalid_request_error', code: null, param: null, ...error } }),
}

/** The dialects that a fake can speak, by the service that has them. */
const openAIDialects = {
  openai: OPENAI,
  /** Errors in a list, with the status as a number and as a word, and no field named. */
  google: {
    error: ({ message, code }, status) => [{ error: { code: status, message, status: typeof code === 'string' ? code : wordOf(status) } }],
  },
  /** Validation errors have the form of pydantic, instead of a message. Cached tokens have their own field. */
  mistral: {
    error: ({ message, type = 'invalid_request_error', code = null, param = null }, status) =>
      status === 422
        ? {
            object: 'error',
            message: { detail: [{ type: code, loc: ['body', param], msg: message, input: 1 }] },
            type: 'invalid_request_error',
            param: null,
            code: null,
          }
        : { object: 'error', message, type, param, code },
    unknownFields: ['max_completion_tokens', 'seed'],
    refusal: extraForbidden,
    usage: movedCached('num_cached_tokens'),
  },
  deepseek: { ...OPENAI, usage: movedCached('prompt_cache_hit_tokens') },
  /** The error is a string, with its code beside it. */
  xai: { error: ({ message, code }) => ({ code: code ?? 'Client specified an invalid argument', error: message }) },
  /** The error has no envelope. */
  cerebras: {
    error: ({ message, type = 'invalid_request_error', code = null, param = null }) => ({ message, type, param, code }),
    unknownFields: ['max_tokens'],
    refusal: extraForbidden,
  },
  /** Unknown fields are refused by name. */
  groq: {
    error: ({ message, type = 'invalid_request_error', code }) => ({ error: { message, type, ...(code ? { code } : {}) } }),
    unknownFields: ['store', 'metadata'],
    refusal: (field) => ({ status: 400, error: { message: `property '${field}' is unsupported` } }),
  },
} satisfies Record<string, OpenAIDialect>

export type OpenAIDialectName = keyof typeof openAIDialects

/** The dialect with everything that it may leave to OpenAI's own. */
export function dialectOf(name: OpenAIDialectName = 'openai'): OpenAIDialect {
  return openAIDialects[name]
}

function movedCached(field: string): (usage: JsonObject) => JsonObject {
  return ({ prompt_tokens_details: details, ...usage }) => {
    const cached = isObject(details) ? details['cached_tokens'] : undefined
    return cached === undefined ? usage : { ...usage, [field]: cached }
  }
}

function wordOf(status: number): string {
  if (status === 429) return 'RESOURCE_EXHAUSTED'
  return status >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT'
}
