import type { AnyMetric } from '@assay/core'

/** Whether scoring may cost something: by a judge, by embeddings, or by user code, which cannot be inspected. */
export function mayCallModels({ kind, evidence = 'exact', config, scoreNow, signature }: AnyMetric): boolean {
  if (kind === 'llm') return evidence !== 'screen'
  const isOwnCode = config === null && scoreNow === undefined
  return isOwnCode || (kind === 'composite' && evidence !== 'exact') || /\bembedding(?:%3A|:)/i.test(signature)
}
