import { AssayError, type AnyMetric, directRuntime, type LLMAdapter, meterRuntime, scored, unknownUsage, unscoredBy } from '@assay/core'

/** Questions of a run. */
export const questions = (count: number) => Array.from({ length: count }, (_, at) => ({ userInput: `question ${at}` }))

/** A metric that makes one call for each question. */
export function askingMetric(doGenerate: (question: string) => Promise<string>): AnyMetric {
  const signature = 'asking|v1'
  const judge: LLMAdapter = {
    specificationVersion: 'v1',
    provider: 'toy',
    modelId: 'toy-1',
    capabilities: { structuredOutput: 'prompt', seed: false, temperature: false },
    fingerprint: { provider: 'toy', modelId: 'toy-1' },
    async doGenerate({ messages }) {
      const text = await doGenerate(messages[0]?.parts[0]?.text ?? '')
      return { text, finishReason: 'stop', usage: { ...unknownUsage(), calls: 1 } }
    },
  }
  return {
    specificationVersion: 'v1',
    name: 'asking',
    version: '1',
    kind: 'llm',
    direction: 'maximize',
    needs: ['userInput'],
    signature,
    config: null,
    async score({ userInput }, runtime = directRuntime()) {
      const metered = meterRuntime(runtime)
      try {
        const call = { messages: [{ role: 'user' as const, parts: [{ text: userInput }] }] }
        const { value } = await metered.generate(judge, call, { read: ({ text }) => Number(text) })
        return scored({ signature, value, reason: 'as told', detail: {}, usage: metered.usage() })
      } catch (error) {
        if (!AssayError.is(error)) throw error
        return unscoredBy(error, { signature, usage: metered.usage() })
      }
    },
  }
}
