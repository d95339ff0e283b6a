import { type AnyMetric, contextsOf, renderCompositeSignature, scoreRow } from '@assay/core'

/** Relevance where only the row tells what its contexts are: of one text its sentences are counted, of several the texts. */
export function eitherUnit(ofSentences: AnyMetric, ofContexts: AnyMetric): AnyMetric {
  const signature = renderCompositeSignature('either_unit', [ofSentences.signature, ofContexts.signature])
  const { scoreNow: _never, ...common } = ofSentences
  return {
    ...common,
    version: renderCompositeSignature('1', [ofSentences.version, ofContexts.version]),
    signature,
    config: null,
    async score(sample, runtime) {
      const isOneText = contextsOf(sample, 'retrievedContexts').length === 1
      return { ...(await scoreRow(isOneText ? ofSentences : ofContexts, sample, runtime)), signature }
    },
  }
}
