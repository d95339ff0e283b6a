import { type AnyMetric, directRuntime, type EmbeddingAdapter, type Metric, type MetricConfig, scored } from '@assay/core'

const embedder: EmbeddingAdapter = {
  specificationVersion: 'v1',
  provider: 'test',
  modelId: 'none',
  fingerprint: {},
  maxBatch: 10,
  doEmbed: () => Promise.reject(new Error('nobody is there')),
}

/** By what stands in `userInput`: a share of letters, a request to a model, an exception, the end of the thread, or never an answer. */
export function toy({ letter = 'e', name = 'toy' }: { letter?: string; name?: string } = {}): Metric<'userInput', { count: number }> {
  const signature = `toy|letter:${letter}|v1`
  return {
    specificationVersion: 'v1',
    name,
    version: '1',
    kind: 'non-llm',
    direction: 'maximize',
    needs: ['userInput'],
    signature,
    config: { type: 'toy', letter, name },
    async score({ userInput }, runtime) {
      if (userInput === 'throw') throw new RangeError('thrown by the metric')
      if (userInput === 'die') process.exit(7)
      if (userInput === 'hang') await new Promise(() => undefined)
      if (userInput === 'embed') await (runtime ?? directRuntime()).embed(embedder, ['a'])
      const count = userInput.split(letter).length - 1
      return scored({ signature, value: userInput === '' ? 0 : count / userInput.length, reason: `${count}.`, detail: { count } })
    },
  }
}

/** What a catalog does. */
export function metricFrom({ type, ...options }: MetricConfig): AnyMetric {
  if (type === 'impostor') return { ...toy({ letter: 'z' }), name: 'impostor' } as AnyMetric
  if (type !== 'toy') throw new RangeError(`there is no metric ${type}`)
  return toy(options) as AnyMetric
}
