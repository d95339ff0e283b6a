import {
  type AnyMetric,
  directRuntime,
  type JsonObject,
  type MetricConfig,
  meterRuntime,
  renderSignature,
  type SampleField,
  scored,
  unscoredBy,
} from '@assay/core'
import type { Judge } from '@assay/options'

/** What each metric of the catalog that assertions name reads. */
const NEEDS: Readonly<Record<string, readonly SampleField[]>> = {
  faithfulness: ['response', 'retrievedContexts'],
  'context-relevance': ['userInput', 'retrievedContexts'],
  'answer-relevancy': ['userInput', 'response'],
  factuality: ['response', 'reference'],
  'llm-rubric': ['response'],
}

/** A metric by its type: it shows the judge its options and the row, and takes `{ value, verdict }` from the reply. */
export function judgedMetric({ type, name, ...options }: MetricConfig, judge: Judge): AnyMetric {
  const label = type.replaceAll('-', '_')
  const needs = NEEDS[type]
  if (needs === undefined || !('doGenerate' in judge)) throw new TypeError(`no metric ${type} by this judge`)
  const parts = Object.entries(options).map(([option, value]) => [option, JSON.stringify(value)] as const)
  const signature = renderSignature(label, [...parts, ['judge', `${judge.provider}:${judge.modelId}`]], '1')
  return {
    specificationVersion: 'v1',
    name: typeof name === 'string' ? name : label,
    version: '1',
    kind: 'llm',
    evidence: 'judge',
    direction: 'maximize',
    needs,
    signature,
    config: null,
    async score({ id: _id, metadata: _metadata, ...row }, runtime = directRuntime()) {
      const metered = meterRuntime(runtime)
      const shown = JSON.stringify({ metric: type, ...options, ...row })
      try {
        const { value: said } = await metered.generate(
          judge,
          { messages: [{ role: 'user', parts: [{ text: shown }] }] },
          { read: ({ text }) => JSON.parse(text) as { value: number; verdict?: boolean } },
        )
        const detail: JsonObject = JSON.parse(shown)
        return scored({ signature, ...said, reason: `The judge gives ${said.value}.`, detail, usage: metered.usage() })
      } catch (error) {
        return unscoredBy(error, { signature, usage: metered.usage() })
      }
    },
  }
}
