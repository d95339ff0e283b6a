import { type Metric, renderSignature, scored } from '@assay/core'
import levenshtein from 'fast-levenshtein'

export type LevenshteinDetail = { readonly distance: number | null; readonly value: string }

/** 1 where the response is at most so many edits (of UTF-16 units) from a text, else 0. */
export function levenshteinMetric({
  value,
  atMost,
  name,
}: {
  value: string
  atMost: number
  name: string
}): Metric<'response', LevenshteinDetail> {
  const signature = renderSignature('levenshtein', [['at_most', atMost]], '1')
  return {
    specificationVersion: 'v1',
    name,
    version: '1',
    kind: 'non-llm',
    direction: 'maximize',
    needs: ['response'],
    signature,
    config: null,
    score({ response }) {
      const isFar = Math.abs(response.length - value.length) > atMost
      // Texts whose lengths differ by more are never compared: what a model answers may be long.
      const distance = isFar ? null : levenshtein.get(response, value)
      const passes = distance !== null && distance <= atMost
      const reason = `The response is ${distance === null ? `more than ${atMost}` : distance} edits from the expected text; ${atMost} are allowed.`
      return Promise.resolve(scored({ signature, value: passes ? 1 : 0, reason, detail: { distance, value } }))
    },
  }
}
