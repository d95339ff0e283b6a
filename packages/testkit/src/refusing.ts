import type { JsonValue } from '@assay/core'
import type { RecordedRequest, WireReply } from './fake-server.ts'
import { fieldOf, isObject } from './request-fields.ts'

/** A parameter that a server refuses, and its error. */
export type WireRefusal = {
  readonly status: number
  readonly body: JsonValue
  readonly refuses:
    | { /** A field of the request. */ readonly field: string }
    | { /** A role of a message. */ readonly role: string }
    | { /** Every limit of output tokens that is larger, under any of its names. */ readonly limitAbove: number }
    | { readonly always: true }
}

/**
 * The error response of the first refusal that matches a request; `undefined` if none does.
 *
 * ```ts
 * const server = await startFakeOpenAI((request) => refusing(request, refusals) ?? '{"claims":[]}')
 * ```
 */
export function refusing(request: RecordedRequest, refusals: readonly WireRefusal[]): WireReply | undefined {
  const found = refusals.find(({ refuses }) => applies(refuses, request))
  return found === undefined ? undefined : { status: found.status, body: found.body }
}

function applies(refuses: WireRefusal['refuses'], request: RecordedRequest): boolean {
  if ('field' in refuses) return fieldOf(request, refuses.field) !== undefined
  if ('role' in refuses) return rolesOf(request).includes(refuses.role)
  if ('limitAbove' in refuses) return limitOf(request) > refuses.limitAbove
  return true
}

function rolesOf(request: RecordedRequest): readonly (JsonValue | undefined)[] {
  const lists = [fieldOf(request, 'messages'), fieldOf(request, 'input')].filter((list) => Array.isArray(list))
  const roles = lists.flat().map((message) => (isObject(message) ? message['role'] : undefined))
  return fieldOf(request, 'system') === undefined ? roles : [...roles, 'system']
}

function limitOf(request: RecordedRequest): number {
  const limits = ['max_completion_tokens', 'max_tokens', 'max_output_tokens'].map((name) => fieldOf(request, name))
  return limits.find((limit) => typeof limit === 'number') ?? 0
}
