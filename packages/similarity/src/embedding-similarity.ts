import { createHash } from 'node:crypto'
import { AssayError, canonicalJson, configError, directRuntime, type EmbeddingAdapter, type SimilarityFn } from '@assay/core'
import { normalizeNfc } from '@assay/text'
import type { Prepare } from './prepared-similarity.ts'

/** Asynchronous, since it calls a model; a metric prepares all texts of a row at once. */
export type EmbeddingSimilarity = ((a: string, b: string) => Promise<number>) & {
  readonly id: string
  readonly version: string
  readonly prepare: Prepare
  /** The same on the texts as they are, without NFC. */
  readonly raw: SimilarityFn
}

/**
 * The cosine of two texts' embeddings, clipped to [0, 1]: a negative cosine counts 0, and so does a vector of zeros.
 * Equal texts give 1 and an empty one gives 0, both without the model. The version holds a hash of the adapter's fingerprint, so that
 * another server or another number of dimensions has another signature.
 *
 * @throws AssayError what the adapter throws; `invalid_reply` for vectors of unequal length, or with anything but finite numbers.
 */
export function embeddingSimilarity(adapter: EmbeddingAdapter): EmbeddingSimilarity {
  const fingerprint = createHash('sha256').update(canonicalJson(adapter.fingerprint)).digest('hex').slice(0, 6)
  const id = `embedding:${adapter.provider}:${adapter.modelId}`
  const version = `1-${fingerprint}`
  const prepareRaw: Prepare = (texts, runtime) => embedRow(adapter, texts, runtime)
  const prepare: Prepare = async (texts, runtime) => {
    const compare = await embedRow(adapter, texts.map(normalizeNfc), runtime)
    return (a, b) => compare(normalizeNfc(a), normalizeNfc(b))
  }
  const raw = Object.assign(pairwise(prepareRaw), { id: `${id}-raw`, version, prepare: prepareRaw })
  return Object.assign(pairwise(prepare), { id, version, prepare, raw })
}

/** Without a row, the two texts are prepared. */
function pairwise(prepare: Prepare): (a: string, b: string) => Promise<number> {
  return async (a, b) => (await prepare([a, b], directRuntime()))(a, b)
}

type Vector = { readonly entries: readonly number[]; readonly length: number }

async function embedRow(adapter: EmbeddingAdapter, texts: readonly string[], runtime: Parameters<Prepare>[1]): ReturnType<Prepare> {
  // Providers refuse an empty text, and a single text needs no vector.
  const distinct = [...new Set(texts)].filter((text) => text !== '')
  const vectors = new Map<string, Vector>()
  if (distinct.length > 1) {
    const embedded = await runtime.embed(adapter, distinct)
    for (const [at, text] of distinct.entries()) vectors.set(text, vectorOf(adapter, embedded.vectors[at] ?? [], embedded.vectors[0] ?? []))
  }
  return (a, b) => {
    if (a === b) return 1
    if (a === '' || b === '') return 0
    const [ofA, ofB] = [vectors.get(a), vectors.get(b)]
    if (ofA === undefined || ofB === undefined) {
      throw configError('An embedding similarity got a text that was not prepared.')
    }
    return cosine(ofA, ofB)
  }
}

function vectorOf({ provider, modelId }: EmbeddingAdapter, entries: readonly number[], first: readonly number[]): Vector {
  // Scaled by the largest entry first: squares neither overflow nor vanish.
  const largest = entries.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0)
  if (entries.length === 0 || entries.length !== first.length || !Number.isFinite(largest)) {
    const fault = Number.isFinite(largest)
      ? `vectors of ${first.length} and ${entries.length} entries`
      : 'a vector that holds more than finite numbers'
    throw new AssayError({
      kind: 'invalid_reply',
      provider,
      modelId,
      message: `${provider}:${modelId} returned ${fault} where all must be alike. Check the model, or use another one.`,
    })
  }
  const scaled = largest === 0 ? entries : entries.map((entry) => entry / largest)
  return { entries: scaled, length: Math.sqrt(scaled.reduce((sum, entry) => sum + entry * entry, 0)) }
}

function cosine(a: Vector, b: Vector): number {
  if (a.length === 0 || b.length === 0) return 0
  let product = 0
  for (let at = 0; at < a.entries.length; at += 1) product += (a.entries[at] ?? 0) * (b.entries[at] ?? 0)
  return Math.min(1, Math.max(0, product / (a.length * b.length)))
}
