import { AssayError } from './assay-error.ts'
import { canonicalJson } from './canonical-json.ts'
import type { EmbeddingAdapter } from './embedding-adapter.ts'

/** How many texts per request the embedding models were found to take, by fingerprint, during one run. */
export type BatchSizes = {
  /** The most texts per request: `maxBatch` of the adapter, or fewer if its server refused that many. */
  readonly of: (adapter: EmbeddingAdapter) => number
  /** Lowers the limit after a refusal of this many texts. Returns false if the refusal had another reason. */
  readonly learn: (adapter: EmbeddingAdapter, sent: number, error: unknown) => boolean
}

export function createBatchSizes(): BatchSizes {
  const known = new Map<string, number>()
  const of = (adapter: EmbeddingAdapter): number => {
    const most = known.size === 0 ? undefined : known.get(canonicalJson(adapter.fingerprint))
    return most === undefined ? adapter.maxBatch : Math.min(most, adapter.maxBatch)
  }
  return {
    of,
    learn(adapter, sent, error) {
      if (sent < 2 || !AssayError.is(error) || error.kind !== 'request_too_large' || error.parameter !== 'maxBatch') return false
      known.set(canonicalJson(adapter.fingerprint), Math.min(of(adapter), largestBelow(sent, error.serverMessage ?? '')))
      return true
    },
  }
}

/** The largest number in the server's message that is below the number sent; half of that number if there is none. */
function largestBelow(sent: number, serverMessage: string): number {
  const named = Array.from(serverMessage.matchAll(/\d[\d,]{0,12}/g), ([digits]) => Number(digits.replaceAll(',', '')))
  return Math.max(...named.filter((number) => number >= 1 && number < sent), 0) || Math.floor(sent / 2)
}
