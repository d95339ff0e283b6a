import { seededRandom } from '@assay/stats'
import { type Change, CHANGES, rechunk } from './rechunk.ts'

export type Passage = { readonly id: string; readonly text: string }

export type SearchedQuestion = {
  readonly id: string
  readonly reference: Passage
  /** What a search found for it, with or without the reference. */
  readonly hits: readonly Passage[]
}

export type ChunkPair = {
  readonly question: string
  readonly reference: string
  readonly retrieved: string
  /** How the retrieved text was made of the reference; `other` for another passage that the search found. */
  readonly kind: Change | 'other'
  /** The texts of the row, for similarities that prepare with all of them. */
  readonly row: readonly string[]
}

/**
 * Pairs whose labels follow from how they are made: every reference passage with four chunks made of it, and with the other passages that
 * a search found for the question. Synthetic: no person labelled them, and none is a paraphrase.
 */
export function makeChunkPairs(questions: readonly SearchedQuestion[], corpus: readonly Passage[], seed = 1): ChunkPair[] {
  const random = seededRandom(seed)
  const places = new Map(corpus.map(({ id }, place) => [id, place]))
  return questions.flatMap(({ id, reference, hits }) => {
    const place = places.get(reference.id)
    const neighbour = place === undefined ? undefined : corpus[(place + 1) % corpus.length]
    if (neighbour === undefined) throw new RangeError(`question ${id}: the corpus holds no passage ${reference.id}, or no other one`)
    const others = hits
      .filter((hit) => hit.id !== reference.id && openingOf(hit.text) !== openingOf(reference.text))
      .map(({ text }) => text)
    const pair = (retrieved: string, kind: ChunkPair['kind']): ChunkPair => ({
      question: id,
      reference: reference.text,
      retrieved,
      kind,
      row: [reference.text, retrieved, ...others],
    })
    return [
      ...CHANGES.map((change) => pair(rechunk(reference.text, neighbour.text, change, random), change)),
      ...others.map((other) => pair(other, 'other')),
    ]
  })
}

/** The corpus holds some passages twice, or in two editions. Those begin alike, and do not count as other passages. */
function openingOf(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, OPENING_LENGTH)
}

const OPENING_LENGTH = 80
