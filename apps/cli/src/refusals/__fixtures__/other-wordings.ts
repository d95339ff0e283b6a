import type { JsonValue } from '@assay/core'
import { LIMIT, type Wording } from './refused-call.ts'

type Refuses = Wording['refuses']

function wording(id: string, parameter: string, refuses: Refuses, body: JsonValue, more: Partial<Wording> = {}): Wording {
  return { id, parameter, refuses, body, status: 400, sentBy: 'assay', endpoint: 'chat', expected: { action: 'give-up' }, ...more }
}

const TEMPERATURE: Refuses = { field: 'temperature' }
const SCHEMA: Refuses = { field: 'response_format' }
const SYSTEM: Refuses = { role: 'system' }
const said = (message: string): JsonValue => ({ error: { message } })

/** Wordings that no user has reported, and that were not known when the hints were written. */
export const otherWordings: readonly Wording[] = [
  wording('fixed for the deployment', 'temperature', TEMPERATURE, said('Sampling parameters are fixed for this deployment.')),
  wording('greedy by its title', 'temperature', TEMPERATURE, { errors: [{ code: 'E1042', title: 'greedy decoding is switched off' }] }),
  wording('in Russian', 'temperature', TEMPERATURE, said('Параметр temperature не поддерживается этой моделью')),
  wording('in Spanish', 'temperature', TEMPERATURE, said('El valor de temperatura no es válido.')),
  wording('by policy, as a text', 'temperature', TEMPERATURE, "value of 'temperature' was rejected by the policy creative-only", { status: 422 }),
  wording('no decoder', 'output', SCHEMA, said('The backend for constrained decoding is not loaded.')),
  wording('strict for no tenant', 'output', SCHEMA, { error: { message: 'strict mode is disabled for this tenant', code: 'feature_disabled' } }),
  wording('an empty body', 'output', SCHEMA, {}, { status: 422 }),
  wording('functions off', 'output', { field: 'tools' }, said('Functions are switched off for this endpoint.'), {
    status: 422,
    expected: { action: 'give-up', from: 'tool' },
  }),
  wording('no choices', 'output', SCHEMA, { id: 'x', choices: null }, { status: 200 }),
  wording(
    'of messages',
    'output',
    { field: 'output_config' },
    { type: 'error', error: { type: 'invalid_request_error', message: 'output_config: no such property' } },
    { endpoint: 'messages' },
  ),
  wording('capped', 'maxOutputTokens', { limitAbove: 2048 }, said(`You asked for ${LIMIT} new tokens; generation is capped at 2048.`), {
    expected: { action: 'give-up', to: 2048 },
  }),
  wording('of a plan', 'maxOutputTokens', { limitAbove: 6000 }, said('The completion tokens exceed your plan: at most 6,000.'), {
    expected: { action: 'give-up', to: 6000 },
  }),
  wording('not satisfiable', 'maxOutputTokens', { limitAbove: 4096 }, said('range not satisfiable'), { status: 416 }),
  wording('positions', 'maxOutputTokens', { limitAbove: 9188 }, said(`A prompt of 812 and a reply of ${LIMIT} do not fit into 10000 positions.`)),
  wording(
    'an old model',
    'maxOutputTokens',
    { limitAbove: 4096 },
    { type: 'error', error: { type: 'invalid_request_error', message: `max_tokens: ${LIMIT} > 4096, the most for claude-3-haiku-20240307` } },
    { endpoint: 'messages', expected: { action: 'give-up', to: 4096 } },
  ),
  wording('user first', 'system', SYSTEM, said('The first message must come from the user.')),
  wording(
    'a literal',
    'system',
    SYSTEM,
    { detail: [{ type: 'literal_error', loc: ['body', 'messages', 0, 'role'], msg: "Input should be 'user' or 'assistant'", input: 'x' }] },
    { status: 422 },
  ),
  wording('a template', 'system', SYSTEM, { object: 'error', message: 'TemplateError: only turns of user and model are known' }),
  wording('nothing at all', 'system', SYSTEM, said('Bad Request')),
]
