import { AssayError, type AdapterResult, callAdapter, createParameterFallback, type LLMAdapter, type LLMCall, retryPolicyOf, systemClock } from '@assay/core'
import { type FakeServer, type RecordedRequest, refusing, startFakeAnthropic, startFakeOpenAI, type WireRefusal } from '@assay/testkit'
import { createAnthropic, createOpenAI } from '../../index.ts'

/** One wording of a refusal, with the expected outcome. */
export type Wording = WireRefusal & {
  readonly id: string
  readonly parameter: string
  readonly sentBy: 'assay' | 'user' | 'none'
  readonly endpoint: 'chat' | 'messages'
  readonly expected: {
    readonly action: string
    readonly from?: string
    readonly to?: number | string
    readonly kind?: string
    readonly parameter?: string
  }
}

/** The limit in the wordings. */
export const LIMIT = 16_384

const call: LLMCall = {
  messages: [
    { role: 'system', parts: [{ text: 'Split the reference into claims.' }] },
    { role: 'user', parts: [{ text: 'Oslo is the capital of Norway.' }] },
  ],
  output: { name: 'claims', schema: { type: 'object', properties: {}, required: [], additionalProperties: false } },
  maxOutputTokens: LIMIT,
  temperature: 0,
  droppable: ['temperature'],
}

/** What the user set, which is in every request. */
export const MARK = { chat: { user: 'team' }, messages: { metadata: { user_id: 'team' } } } as const

export type Outcome = {
  readonly result: AdapterResult | undefined
  readonly error: AssayError | undefined
  readonly requests: readonly RecordedRequest[]
}

/** One call to a server that refuses all of these, through the vendor's real SDK. */
export async function refusedCall(refusals: readonly Wording[]): Promise<Outcome> {
  const [first] = refusals
  if (first === undefined) throw new Error('nothing is refused')
  await using server = await (first.endpoint === 'chat'
    ? startFakeOpenAI((request) => refusing(request, refusals) ?? (hasTools(request) ? { toolArguments: '{}' } : '{}'))
    : startFakeAnthropic((request) => refusing(request, refusals) ?? (hasTools(request) ? { toolInput: {} } : '{}')))
  const adapter = adapterOf(server, first.endpoint, refusals)
  const loop = { policy: retryPolicyOf({ maxAttempts: 3, baseDelayMs: 0 }), clock: systemClock, random: () => 0 }
  const settled = await callAdapter(adapter, call, { loop, fallback: createParameterFallback() }).then(
    (result) => ({ result, error: undefined }),
    (error: unknown) => {
      if (!AssayError.is(error)) throw error
      return { result: undefined, error }
    },
  )
  return { ...settled, requests: [...server.requests] }
}

function adapterOf(server: FakeServer, endpoint: Wording['endpoint'], refusals: readonly Wording[]): LLMAdapter {
  const isTool = refusals.some(({ expected }) => expected.from === 'tool')
  const structuredOutput = isTool ? 'tool' : 'native'
  const set = Object.assign({}, ...refusals.map(setByUser))
  const extraBody = { ...MARK[endpoint], ...set.extraBody }
  if (endpoint === 'messages') {
    return createAnthropic({ baseURL: server.url, apiKey: 'k' })('claude-opus-4-6', { ...set, extraBody, capabilities: { structuredOutput } })
  }
  const isOldName = refusals.some(({ refuses }) => 'field' in refuses && refuses.field === 'max_tokens')
  const maxTokensParameter = isOldName ? 'max_tokens' : 'max_completion_tokens'
  return createOpenAI({ baseURL: server.url, apiKey: 'k' })('m', { ...set, extraBody, capabilities: { structuredOutput, maxTokensParameter } })
}

/** The option by which a user would set the refused part. */
export function setByUser({ sentBy, parameter }: Pick<Wording, 'sentBy' | 'parameter'>): Readonly<Record<string, unknown>> {
  if (sentBy !== 'user') return {}
  switch (parameter) {
    case 'temperature':
      return { temperature: 1 }
    case 'seed':
      return { seed: 7 }
    case 'maxOutputTokens':
      return { maxOutputTokens: 5 }
    case 'reasoning_effort':
      return { reasoningEffort: 'high' }
    case 'thinking_budget':
      return { extraBody: { extra_body: { google: { thinking_config: { thinking_budget: 52_428 } } } } }
    default:
      return { extraBody: { [parameter]: true } }
  }
}

/** Whether a request contains all that the user set. */
export function keepsWhatTheUserSet({ body }: RecordedRequest, wording: Wording): boolean {
  const sent = JSON.stringify(body)
  const set = Object.entries(setByUser(wording)).map(([name, value]) => (name === 'extraBody' ? JSON.stringify(value).slice(1, -1) : JSON.stringify(value)))
  return [JSON.stringify(MARK[wording.endpoint]).slice(1, -1), ...set].every((part) => sent.includes(part))
}

export function hasTools({ body }: RecordedRequest): boolean {
  return typeof body === 'object' && body !== null && 'tools' in body
}
