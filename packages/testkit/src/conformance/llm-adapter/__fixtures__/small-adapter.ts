import { abortedError, AssayError, type AssayErrorKind, type LLMAdapter, type LLMCall, parseRetryAfter, unknownUsage } from '@assay/core'
import type { AdapterPlace } from '../llm-adapter-subject.ts'

/** Ways in which an adapter can be wrong, one at a time. */
export type Flaw =
  | 'thawed fingerprint'
  | 'key in fingerprint'
  | 'model not in fingerprint'
  | 'parameters not in fingerprint'
  | 'joins with newlines'
  | 'trims'
  | 'drops 0'
  | 'drops the seed'
  | 'spreads the call'
  | 'changes the call'
  | 'forgets the schema'
  | 'default temperature'
  | 'unknown usage is 0'
  | 'reported 0 is unknown'
  | 'no finish reason'
  | 'retries'
  | 'no kinds'
  | 'quota is a rate'
  | 'no retry-after'
  | 'reads HTML as text'
  | 'ignores errors in 200'
  | 'lets fetch errors out'
  | 'keeps secrets'
  | 'ignores the signal'
  | 'leaves listeners'
  | 'sends when aborted'

export type SmallOptions = { readonly temperature?: number }

const KINDS: Readonly<Record<number, AssayErrorKind>> = {
  400: 'bad_request',
  401: 'auth',
  403: 'auth',
  404: 'model_not_found',
  413: 'request_too_large',
  429: 'rate_limit',
  503: 'overloaded',
  529: 'overloaded',
}

type Answer = { text?: unknown; finish?: unknown; usage?: { in: number; out: number } | null; error?: { kind?: AssayErrorKind; message: string; parameter?: string } }

/** A whole adapter on nothing but fetch, or one with a single flaw. */
export function smallAdapter({ url, apiKey, modelId }: AdapterPlace, options: SmallOptions = {}, flaw?: Flaw): LLMAdapter {
  const provider = 'small'
  const address = new URL(url)
  const secrets = [apiKey, address.password].filter((secret) => secret !== undefined)
  const fail = (kind: AssayErrorKind, happened: string, more: object = {}): AssayError =>
    new AssayError({ kind, message: `small:${modelId} ${happened}`, provider, modelId, secrets: flaw === 'keeps secrets' ? [] : secrets, ...more })
  const fingerprint = {
    adapter: provider,
    url: address.origin,
    ...(flaw === 'model not in fingerprint' ? {} : { model: modelId }),
    ...(flaw === 'parameters not in fingerprint' ? {} : options),
    ...(flaw === 'key in fingerprint' ? { key: apiKey ?? '' } : {}),
  }

  const ask = async (call: LLMCall, signal: AbortSignal | undefined): Promise<{ response: Response; text: string }> => {
    try {
      const headers = { authorization: `Bearer ${apiKey}` }
      const init = { method: 'POST', headers, body: JSON.stringify(bodyOf(call, modelId, options, flaw)) }
      const response = await fetch(address.origin, signal === undefined ? init : { ...init, signal })
      return { response, text: await response.text() }
    } catch (error) {
      if (flaw === 'lets fetch errors out') throw error
      throw fail('connection', `could not be reached at ${address.host}.`, { cause: error })
    }
  }

  const answerOf = ({ response, text }: { response: Response; text: string }) => {
    const { status, headers } = response
    if (flaw === 'reads HTML as text' && status === 200 && !text.startsWith('{')) return { text }
    const answer = parsed(text)
    const said = answer?.error
    if (status === 200 && answer !== undefined && (said === undefined || flaw === 'ignores errors in 200')) return answer
    const byStatus = flaw === 'no kinds' ? 'provider' : (KINDS[status] ?? 'provider')
    const kind = flaw === 'quota is a rate' && said?.kind === 'quota' ? 'rate_limit' : (said?.kind ?? byStatus)
    throw fail(kind, `answered with HTTP ${status}: ${said?.message ?? 'no answer.'}`, {
      status,
      reply: text,
      parameter: said?.parameter,
      retryAfterMs: flaw === 'no retry-after' ? undefined : parseRetryAfter(headers, Date.now()),
    })
  }

  return {
    specificationVersion: 'v1',
    provider,
    modelId,
    capabilities: { structuredOutput: 'native', temperature: true, seed: true },
    fingerprint: flaw === 'thawed fingerprint' ? fingerprint : Object.freeze(fingerprint),
    async doGenerate(call, { signal } = {}) {
      if (call.output?.mode === 'tool') throw fail('unsupported_parameter', 'calls no tools.', { parameter: 'output' })
      if (signal?.aborted && flaw !== 'sends when aborted') throw abortedError(signal)
      const own = new AbortController()
      const onAbort = (): void => own.abort()
      if (flaw !== 'ignores the signal') signal?.addEventListener('abort', onAbort)
      try {
        const got = await ask(call, own.signal)
        const answer = answerOf(got.response.status >= 500 && flaw === 'retries' ? await ask(call, own.signal) : got)
        if (answer.text === undefined) throw fail('provider', 'answered with something else.')
        const known = answer.usage ?? (flaw === 'unknown usage is 0' ? { in: 0, out: 0 } : undefined)
        const count = (tokens: number): number | null => (tokens === 0 && flaw === 'reported 0 is unknown' ? null : tokens)
        return {
          text: String(answer.text),
          finishReason: answer.finish === 'length' && flaw !== 'no finish reason' ? 'length' : 'stop',
          usage: known === undefined ? unknownUsage() : { ...unknownUsage(), inputTokens: count(known.in), outputTokens: count(known.out) },
        }
      } catch (error) {
        throw signal?.aborted ? abortedError(signal) : error
      } finally {
        if (flaw !== 'leaves listeners') signal?.removeEventListener('abort', onAbort)
      }
    },
  }
}

function bodyOf(call: LLMCall, model: string, options: SmallOptions, flaw: Flaw | undefined): object {
  if (flaw === 'changes the call') Reflect.deleteProperty(call, 'droppable')
  if (flaw === 'changes the call') Object.assign(call, { seen: true })
  const { output, maxOutputTokens, seed } = call
  const temperature = options.temperature ?? call.temperature ?? (flaw === 'default temperature' ? 0 : undefined)
  const kept = <T>(value: T): T | undefined => (flaw === 'drops 0' && value === 0 ? undefined : value)
  const joined = call.messages.map(({ role, parts }) => {
    const text = parts.map((part) => part.text).join(flaw === 'joins with newlines' ? '\n' : '')
    return { role, text: flaw === 'trims' ? text.trim() : text }
  })
  return {
    ...(flaw === 'spreads the call' ? call : {}),
    model,
    messages: joined,
    max: maxOutputTokens,
    temperature: kept(temperature),
    seed: flaw === 'drops the seed' ? undefined : kept(seed),
    schema: flaw === 'forgets the schema' || output?.mode === 'prompt' ? undefined : output?.schema,
  }
}

function parsed(text: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
