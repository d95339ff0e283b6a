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
import { mayAskModels } from './may-ask-models.ts'

export type AskedAdapters = { readonly models: readonly LLMAdapter[]; readonly embedders: readonly EmbeddingAdapter[] }

const TEXT = 'Oslo is the capital of Norway.'
/** No two texts are alike: what is equal needs no model. */
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

/** Whom metrics would ask, found by scoring a sample with made-up replies: nobody is asked. */
export async function askedAdapters(metrics: readonly AnyMetric[]): Promise<AskedAdapters> {
  const models = new Map<string, LLMAdapter>()
  const embedders = new Map<string, EmbeddingAdapter>()
  const times = new Map<string, number>()
  const runtime: Runtime = {
    async generate(adapter, call, { read }) {
      models.set(nameOf(adapter), adapter)
      const asked = JSON.stringify(call.messages)
      const earlierCalls = times.get(asked) ?? 0
      times.set(asked, earlierCalls + 1)
      const reply = rehearsedReply(call, { earlierCalls }) ?? { text: '{}', finishReason: 'stop', usage: noUsage }
      return Promise.resolve({ value: read(reply), reply, attempts: 1, latencyMs: null, stored: false })
    },
    embed(adapter, texts) {
      embedders.set(nameOf(adapter), adapter)
      return Promise.resolve({ vectors: texts.map(() => [1]), usage: noUsage })
    },
  }
  for (const metric of metrics.filter(asksByRuntime)) {
    // What a metric of the user's makes of the sample is of no interest here.
    await metric.score(SAMPLE, runtime).catch(() => undefined)
  }
  return { models: [...models.values()], embedders: [...embedders.values()] }
}

/** Code of one's own that is no metric of a model might ask past the runtime. */
function asksByRuntime(metric: AnyMetric): boolean {
  return mayAskModels(metric) && (metric.kind === 'llm' || metric.config !== null)
}

function nameOf({ provider, modelId, fingerprint }: LLMAdapter | EmbeddingAdapter): string {
  return `${provider}:${modelId} ${canonicalJson(fingerprint)}`
}
