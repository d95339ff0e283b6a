import { AsyncLocalStorage } from 'node:async_hooks'
import { execFileSync } from 'node:child_process'
import {
  AssayError,
  createDirectRuntime,
  type EmbeddingAdapter,
  type LLMCall,
  noUsage,
  type Score,
  scoreRow,
  Suspended,
  unscored,
} from '@assay/core'
import { context, type Context, type ContextManager, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { afterEach, describe, expect, it } from 'vitest'
import { callingMetric, replyOf, scriptedAdapter, valueOf } from '../__fixtures__/scripted.ts'
import { type RunTrace, startRunTrace } from './run-trace.ts'

const exporter = new InMemorySpanExporter()

function setUpSdk(): void {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
}

afterEach(() => {
  trace.disable()
  exporter.reset()
})

function withVerdict(score: Score): Score {
  return score.status === 'scored' ? { ...score, passed: false } : score
}

/** As the Node SDK sets up. */
function asyncContexts(): ContextManager {
  const storage = new AsyncLocalStorage<Context>()
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (inside, work, self, ...args) => storage.run(inside, () => work.call(self, ...args)),
    bind: (_inside, target) => target,
    enable: () => manager,
    disable: () => manager,
  }
  return manager
}

async function begun(): Promise<RunTrace> {
  setUpSdk()
  const run = await startRunTrace({ runId: 'run-1', metrics: ['calling'] })
  if (run === undefined) throw new Error('no trace')
  return run
}

const spanNamed = (name: string): ReadableSpan => {
  const found = exporter.getFinishedSpans().find((span) => span.name === name)
  if (found === undefined)
    throw new Error(
      `no span ${name} among ${exporter
        .getFinishedSpans()
        .map((span) => span.name)
        .join(', ')}`,
    )
  return found
}

const question: LLMCall = {
  messages: [{ role: 'user', parts: [{ text: 'a secret question' }] }],
  output: { name: 'verdicts', schema: {} },
  maxOutputTokens: 500,
  temperature: 0,
  seed: 7,
}
const read = (reply: { text: string }): string => reply.text

describe('without an SDK', () => {
  it('there is no trace, and the API is not even loaded', async () => {
    expect(await startRunTrace({ runId: 'run-1', metrics: [] })).toBeUndefined()
    // In a process of its own, since this one has loaded the API for its tests.
    const script = `
      const { registerHooks } = await import('node:module')
      const seen = []
      registerHooks({ resolve: (name, context, next) => { seen.push(name); return next(name, context) } })
      const { startRunTrace } = await import(process.argv[1])
      console.log(String(await startRunTrace({ runId: 'x', metrics: [] })), seen.some((name) => name.includes('opentelemetry')))`
    const file = new URL('run-trace.ts', import.meta.url).href
    const argv = ['--conditions=@assay/source', '--input-type=module', '-e', script, file]
    expect(execFileSync(process.execPath, argv, { encoding: 'utf8' }).trim()).toBe('undefined false')
  })
})

describe('the trace of a run', () => {
  it('has a span for the run, one for each score, and one for each call, each within the one before', async () => {
    const run = await begun()
    const adapter = scriptedAdapter(() => Promise.resolve(replyOf('0.5')))
    const metric = callingMetric(adapter)
    const runtime = run.runtime(createDirectRuntime())
    const scores = await Promise.all(
      [0, 1].map((index) => run.score({ metric: 'calling', index }, () => scoreRow(metric, { userInput: `row ${index}` }, runtime))),
    )
    run.end({ rows: 2 })
    expect(scores.map(({ value }) => value)).toEqual([0.5, 0.5])
    const spans = exporter.getFinishedSpans()
    expect(spans.map(({ name }) => name).toSorted()).toEqual([
      'assay evaluate',
      'chat toy-1',
      'chat toy-1',
      'score calling',
      'score calling',
    ])
    const root = spanNamed('assay evaluate')
    expect(root.attributes).toMatchObject({ 'assay.run.id': 'run-1', 'assay.metrics': ['calling'], 'assay.rows': 2 })
    expect(root.instrumentationScope.name).toBe('assay')
    const rows = spans.filter(({ name }) => name === 'score calling')
    expect(rows.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual([root.spanContext().spanId, root.spanContext().spanId])
    const parents = spans.filter(({ name }) => name === 'chat toy-1').map(({ parentSpanContext }) => parentSpanContext?.spanId)
    expect(new Set(parents)).toEqual(new Set(rows.map((row) => row.spanContext().spanId)))
    expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1)
  })

  it("stands within the caller's own span, where a context manager knows it", async () => {
    setUpSdk()
    context.setGlobalContextManager(asyncContexts())
    try {
      const outer = trace.getTracer('mine').startSpan('outer')
      const run = await context.with(trace.setSpan(context.active(), outer), () => startRunTrace({ runId: 'run-1', metrics: [] }))
      run?.end({ rows: 0 })
      expect(spanNamed('assay evaluate').parentSpanContext?.spanId).toBe(outer.spanContext().spanId)
    } finally {
      context.disable()
    }
  })

  it('is the context of what a call does, so that HTTP spans stand within it', async () => {
    const run = await begun()
    context.setGlobalContextManager(asyncContexts())
    try {
      const adapter = scriptedAdapter(async () => {
        await Promise.resolve()
        trace.getTracer('http').startSpan('POST').end()
        return replyOf('x')
      })
      await run.runtime(createDirectRuntime()).generate(adapter, question, { read })
      expect(spanNamed('POST').parentSpanContext?.spanId).toBe(spanNamed('chat toy-1').spanContext().spanId)
    } finally {
      context.disable()
    }
  })

  it('has the attributes of the GenAI conventions for a call, and no text', async () => {
    const run = await begun()
    const usage = { calls: 1, inputTokens: 100, cachedInputTokens: 60, cacheWriteTokens: 10, outputTokens: 20, reasoningTokens: 5 }
    const adapter = scriptedAdapter(() => Promise.resolve({ text: 'a secret answer', finishReason: 'stop', modelId: 'toy-1-2026', usage }))
    await run.runtime(createDirectRuntime()).generate(adapter, question, { read })
    const span = spanNamed('chat toy-1')
    expect(span.kind).toBe(SpanKind.CLIENT)
    expect(span.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'toy',
      'gen_ai.request.model': 'toy-1',
      'gen_ai.request.max_tokens': 500,
      'gen_ai.request.temperature': 0,
      'gen_ai.request.seed': 7,
      'gen_ai.output.type': 'json',
      'gen_ai.response.model': 'toy-1-2026',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.cache_read.input_tokens': 60,
      'gen_ai.usage.cache_write.input_tokens': 10,
      'gen_ai.usage.output_tokens': 20,
      'gen_ai.usage.reasoning.output_tokens': 5,
      'assay.attempts': 1,
      'assay.stored': false,
    })
    expect(JSON.stringify(exporter.getFinishedSpans().map(({ attributes, events, status }) => [attributes, events, status]))).not.toContain(
      'secret',
    )
  })

  it('gives Azure the name that the conventions have for it, and leaves out what is unknown', async () => {
    const run = await begun()
    const adapter = {
      ...scriptedAdapter(() => Promise.resolve({ ...replyOf('x'), usage: { ...replyOf('x').usage, inputTokens: null } })),
      provider: 'azure',
    }
    await run.runtime(createDirectRuntime()).generate(adapter, { messages: [] }, { read })
    const { attributes } = spanNamed('chat toy-1')
    expect(attributes['gen_ai.provider.name']).toBe('azure.ai.openai')
    expect(attributes['gen_ai.output.type']).toBe('text')
    expect(Object.keys(attributes)).not.toContain('gen_ai.usage.input_tokens')
    expect(Object.keys(attributes)).not.toContain('gen_ai.request.seed')
  })

  it('counts no tokens for a cached reply', async () => {
    const run = await begun()
    const stored = replyOf('x')
    const runtime = run.runtime({
      ...createDirectRuntime(),
      generate: async (_adapter, _call, o) => ({ value: o.read(stored), reply: stored, attempts: 0, latencyMs: 3, stored: true }),
    })
    await runtime.generate(
      scriptedAdapter(() => Promise.reject(new Error('called'))),
      question,
      { read },
    )
    const { attributes } = spanNamed('chat toy-1')
    expect(attributes['assay.stored']).toBe(true)
    expect(Object.keys(attributes).filter((name) => name.startsWith('gen_ai.usage'))).toEqual([])
  })

  it('notes each failed attempt as an event of its call', async () => {
    const run = await begun()
    let callCount = 0
    const overloaded = new AssayError({ kind: 'overloaded', message: 'a secret reason', status: 529 })
    const adapter = scriptedAdapter(() => {
      callCount += 1
      return callCount < 3 ? Promise.reject(overloaded) : Promise.resolve(replyOf('x'))
    })
    // As a loop does: attempts within the call.
    const retrying = run.runtime({
      ...createDirectRuntime(),
      async generate(judge, call, o) {
        for (let attempts = 1; ; attempts += 1) {
          try {
            const reply = await run.attempt(async () => judge.doGenerate(call))
            return { value: o.read(reply), reply, attempts, latencyMs: 0, stored: false }
          } catch (error) {
            if (attempts === 3) throw error
          }
        }
      },
    })
    await retrying.generate(adapter, question, { read })
    const { events, attributes, status } = spanNamed('chat toy-1')
    expect(events.map(({ name, attributes: of }) => [name, of])).toEqual(
      [1, 2].map(() => ['assay.attempt_failed', { 'error.type': 'overloaded', 'http.response.status_code': 529 }]),
    )
    expect(attributes['assay.attempts']).toBe(3)
    expect(status.code).toBe(SpanStatusCode.UNSET)
    expect(JSON.stringify(events)).not.toContain('secret')
  })

  it('marks a failed call by its kind, without its message, and still has the usage of the reply', async () => {
    const run = await begun()
    const adapter = scriptedAdapter(() => Promise.resolve(replyOf('no JSON')))
    const callCount = run.runtime(createDirectRuntime()).generate(adapter, question, {
      read: () => {
        throw new AssayError({ kind: 'invalid_reply', message: 'it says "a secret"' })
      },
    })
    await expect(callCount).rejects.toMatchObject({ kind: 'invalid_reply' })
    const { attributes, status, events } = spanNamed('chat toy-1')
    expect(attributes).toMatchObject({ 'error.type': 'invalid_reply', 'gen_ai.usage.input_tokens': 10 })
    expect(status).toEqual({ code: SpanStatusCode.ERROR, message: 'invalid_reply' })
    expect(events).toEqual([])
  })

  it('takes a reply that will come later for no failure', async () => {
    const run = await begun()
    const later = run.runtime({ ...createDirectRuntime(), generate: () => Promise.reject(new Suspended()) })
    await expect(
      later.generate(
        scriptedAdapter(() => Promise.reject(new Error('called'))),
        question,
        { read },
      ),
    ).rejects.toSatisfy(Suspended.is)
    const { attributes, status } = spanNamed('chat toy-1')
    expect(attributes['assay.outcome']).toBe('Suspended')
    expect(status.code).toBe(SpanStatusCode.UNSET)
  })

  it('has a span for embeddings', async () => {
    const run = await begun()
    const adapter: EmbeddingAdapter = {
      specificationVersion: 'v1',
      provider: 'toy',
      modelId: 'embed-1',
      fingerprint: {},
      maxBatch: 10,
      doEmbed: (texts) => Promise.resolve({ vectors: texts.map(() => [1]), usage: { ...noUsage, calls: 1, inputTokens: 12 } }),
    }
    await run.runtime(createDirectRuntime()).embed(adapter, ['a secret', 'b'])
    expect(spanNamed('embeddings embed-1').attributes).toMatchObject({
      'gen_ai.operation.name': 'embeddings',
      'gen_ai.request.model': 'embed-1',
      'gen_ai.usage.input_tokens': 12,
      'assay.embeddings.texts': 2,
    })
  })

  it('has the outcome of a score, with its verdict where a threshold was set', async () => {
    const run = await begun()
    await run.score({ metric: 'plain', index: 4 }, () => Promise.resolve(withVerdict(valueOf(0.25))))
    const { attributes, events, kind } = spanNamed('score plain')
    expect(kind).toBe(SpanKind.INTERNAL)
    expect(attributes).toEqual({ 'gen_ai.evaluation.name': 'plain', 'gen_ai.evaluation.score.value': 0.25, 'assay.row.index': 4 })
    expect(events.map(({ name, attributes: of }) => [name, of])).toEqual([
      [
        'gen_ai.evaluation.result',
        { 'gen_ai.evaluation.name': 'plain', 'gen_ai.evaluation.score.value': 0.25, 'gen_ai.evaluation.score.label': 'fail' },
      ],
    ])
  })

  it.each([
    ['empty_reference', SpanStatusCode.UNSET, undefined],
    ['rate_limit', SpanStatusCode.ERROR, 'rate_limit'],
  ] as const)('has the reason why a row is unscored: %s', async (cause, code, errorType) => {
    const run = await begun()
    await run.score({ metric: 'plain', index: 0 }, () => Promise.resolve(unscored({ signature: 's', cause, reason: 'a secret' })))
    const { attributes, status, events } = spanNamed('score plain')
    expect(attributes['assay.unscored']).toBe(cause)
    expect(attributes['error.type']).toBe(errorType)
    expect(status.code).toBe(code)
    expect(events).toEqual([])
  })

  it('says why a run was stopped', async () => {
    const run = await begun()
    run.end({ rows: 3, stopped: 'budget' })
    const { attributes, status } = spanNamed('assay evaluate')
    expect(attributes).toMatchObject({ 'assay.rows': 3, 'error.type': 'budget' })
    expect(status.code).toBe(SpanStatusCode.ERROR)
  })

  it('gives the same runtime for the same runtime, since work is shared by runtime', async () => {
    const run = await begun()
    const runtime = createDirectRuntime()
    expect(run.runtime(runtime)).toBe(run.runtime(runtime))
    expect(run.runtime(createDirectRuntime())).not.toBe(run.runtime(runtime))
  })
})
