import { directRuntime, type Metric, meterRuntime, renderSignature, scored, type SimilarityFn, unscoredBy } from '@assay/core'

export type SimilarDetail = { readonly nearest: string }

export type SimilarOptions = {
  readonly similarity: SimilarityFn
  /** The texts to compare with; the most similar one counts. */
  readonly values: readonly string[]
  readonly name: string
}

/** The similarity of the response to a text, by embeddings. */
export function similarMetric({ similarity, values, name }: SimilarOptions): Metric<'response', SimilarDetail> {
  const { id = similarity.name, version } = similarity
  const signature = renderSignature('similar', [['similarity', version === undefined ? id : `${id}@${version}`]], '1')
  return {
    specificationVersion: 'v1',
    name,
    version: '1',
    kind: 'non-llm',
    direction: 'maximize',
    needs: ['response'],
    signature,
    config: null,
    async score({ response }, runtime = directRuntime()) {
      const metered = meterRuntime(runtime)
      try {
        const compare = similarity.prepare === undefined ? similarity : await similarity.prepare([...values, response], metered)
        let best = { value: -1, nearest: '' }
        for (const text of values) {
          const value = await compare(text, response)
          if (value > best.value) best = { value, nearest: text }
        }
        const reason = `The response is similar by ${best.value.toFixed(3)} to the ${values.length === 1 ? 'expected text' : 'nearest of the expected texts'}.`
        return scored({ signature, value: best.value, reason, detail: { nearest: best.nearest }, usage: metered.usage() })
      } catch (error) {
        return unscoredBy(error, { signature, usage: metered.usage() })
      }
    },
  }
}
