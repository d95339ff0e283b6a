import {
  type AnyMetric,
  canonicalJson,
  type EmbeddingAdapter,
  type LLMAdapter,
  noUsage,
  type Runtime,
  type SampleField,
  type SampleWith,
} from '@assay/core'
import { rehearsedReply } from '@assay/judge'
import { mayCallModels } from './may-call-models.ts'

export type CalledAdapters = { readonly models: readonly LLMAdapter[]; readonly embedders: readonly EmbeddingAdapter[] }

const TEXT = 'Oslo is the capital of Norway.'
/** No two texts are equal: equal texts need no model. */
const SAMPLE: SampleWith<SampleField> = {
  id: 'sample',
  userInput: 'What is the capital of Norway?',
  reference: TEXT,
  response: TEXT,
  retrievedContexts: [TEXT],
  referenceContexts: ['The capital of Norway is Oslo.'],
  retrievedContextIds: ['a'],
  referenceContextIds: ['a'],
  referenceContextGrades: [1],
  cluster: 'sample',
  metadata: {},
}

/** The models that metrics would call, found by scoring a sample with made-up replies, without a request. */
export async function calledAdapters(metrics: readonly AnyMetric[]): Promise<CalledAdapters> {
  const models = new Map<string, LLMAdapter>()
  const embedders = new Map<string, EmbeddingAdapter>()
  const times = new Map<string, number>()
  const runtime: Runtime = {
    async generate(adapter, call, { read }) {
      models.set(nameOf(adapter), adapter)
      const key = JSON.stringify(call.messages)
      const earlierCalls = times.get(key) ?? 0
      times.set(key, earlierCalls + 1)
      const reply = rehearsedReply(call, { earlierCalls }) ?? { text: '{}', finishReason: 'stop', usage: noUsage }
      return Promise.resolve({ value: read(reply), reply, attempts: 1, latencyMs: null, stored: false })
    },
    embed(adapter, texts) {
      embedders.set(nameOf(adapter), adapter)
      return Promise.resolve({ vectors: texts.map(() => [1]), usage: noUsage })
    },
  }
  for (const metric of metrics.filter(asksByRuntime)) {
    // The score of a user's metric for the sample does not matter here.
    await metric.score(SAMPLE, runtime).catch(() => undefined)
  }
  return { models: [...models.values()], embedders: [...embedders.values()] }
}

/** User code that is no judged metric might call a model outside the runtime. */
function asksByRuntime(metric: AnyMetric): boolean {
  return mayCallModels(metric) && (metric.kind === 'llm' || metric.config !== null)
}

function nameOf({ provider, modelId, fingerprint }: LLMAdapter | EmbeddingAdapter): string {
  return `${provider}:${modelId} ${canonicalJson(fingerprint)}`
}
