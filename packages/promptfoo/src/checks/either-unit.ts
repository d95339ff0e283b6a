import { type AnyMetric, contextsOf, renderCompositeSignature, scoreRow } from '@assay/core'

/** Context relevance whose unit depends on the row: sentences if there is one context, else contexts. */
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
