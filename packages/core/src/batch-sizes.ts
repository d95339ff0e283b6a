import { AssayError } from './assay-error.ts'
import { canonicalJson } from './canonical-json.ts'
import type { EmbeddingAdapter } from './embedding-adapter.ts'

/** How many texts models for embeddings were found to take in one request, per fingerprint, for as long as one run. */
export type BatchSizes = {
  /** The most texts to send at once: `maxBatch` of the adapter, or fewer where its server has refused that. */
  readonly of: (adapter: EmbeddingAdapter) => number
  /** Learns from a refusal of this many texts. False where it was about something else: the error stands. */
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
      known.set(canonicalJson(adapter.fingerprint), Math.min(of(adapter), largestBelow(sent, error.said ?? '')))
      return true
    },
  }
}

/** The largest number below what was sent that the server names; where it names none, half. */
function largestBelow(sent: number, said: string): number {
  const named = Array.from(said.matchAll(/\d[\d,]{0,12}/g), ([digits]) => Number(digits.replaceAll(',', '')))
  return Math.max(...named.filter((number) => number >= 1 && number < sent), 0) || Math.floor(sent / 2)
}
