import { directRuntime, type JsonObject, meterRuntime, renderSignature, type SampleField, scored, unscoredBy } from '@assay/core'
import { defineMetricEntry, type MetricEntry } from '@assay/options'
import * as z from 'zod'

/** Judged metrics by the fields that they read. Each sends the row to the judge as JSON, and takes `{ value, verdict }` from the reply. */
const NEEDS: Readonly<Record<string, readonly SampleField[]>> = {
  faithfulness: ['response', 'retrievedContexts'],
  'context-relevance': ['userInput', 'retrievedContexts'],
  'answer-relevancy': ['userInput', 'response'],
  factuality: ['response', 'reference'],
  'llm-rubric': ['response'],
}

const text = { schema: z.string(), help: 'as of the metric', flag: false } as const
const options = { unit: text, embedding: text, rubric: text, rubricPrompt: { ...text, schema: z.json() }, weights: { ...text, schema: z.record(z.string(), z.number()) } } as const

export const entries: readonly MetricEntry[] = Object.entries(NEEDS).map(([type, needs]) =>
  defineMetricEntry({
    kind: 'metric',
    type,
    needsJudge: true,
    options,
    create: async ({ name, ...given }, { judge }) => {
      if (judge === undefined || !('doGenerate' in judge)) throw new TypeError(`${type} needs a model`)
      const label = type.replaceAll('-', '_')
      const parts = Object.entries(given).map(([option, value]) => [option, JSON.stringify(value)] as const)
      const signature = renderSignature(label, [...parts, ['judge', `${judge.provider}:${judge.modelId}`]], '1')
      return {
        specificationVersion: 'v1',
        name: name ?? label,
        version: '1',
        kind: 'llm',
        evidence: 'judge',
        direction: 'maximize',
        needs,
        signature,
        config: null,
        async score(sample, runtime = directRuntime()) {
          const metered = meterRuntime(runtime)
          const shown = JSON.stringify({ metric: type, ...given, ...sample })
          try {
            const { value } = await metered.generate(
              judge,
              { messages: [{ role: 'user', parts: [{ text: shown }] }] },
              { read: (reply) => JSON.parse(reply.text) as { value: number; verdict?: boolean } },
            )
            const detail = JSON.parse(shown) as JsonObject
            return scored({ signature, ...value, reason: `The judge gives ${value.value}.`, detail, usage: metered.usage() })
          } catch (error) {
            return unscoredBy(error, { signature, usage: metered.usage() })
          }
        },
      }
    },
  }),
)
