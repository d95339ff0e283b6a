import type { ReplyShape } from './reply-shape.ts'
import { type Candidate, searchCandidates } from './search-candidates.ts'

/** Instructions are the same in every call of a metric, and there are few of them at a time. */
const MOST_KEPT = 16
/** Instructions are not longer than this; contexts that were written to look like an answer may be. */
const LONGEST_KEPT = 20_000

const kept = new WeakMap<object, Map<string, readonly Candidate<unknown>[]>>()

/**
 * The objects in a prompt's text that have the shape of an answer. What a text holds is kept for the next reply, the last few of each
 * shape: most of what holds such objects are the instructions, which say what an answer looks like.
 */
export function objectsShown(text: string, shape: ReplyShape<unknown>): readonly Candidate<unknown>[] {
  if (text.length > LONGEST_KEPT) return objectsIn(text, shape)
  const ofShape = kept.get(shape) ?? new Map<string, readonly Candidate<unknown>[]>()
  kept.set(shape, ofShape)
  const known = ofShape.get(text)
  if (known !== undefined) return known
  const found = objectsIn(text, shape)
  const [oldest] = ofShape.keys()
  if (ofShape.size >= MOST_KEPT && oldest !== undefined) ofShape.delete(oldest)
  ofShape.set(text, found)
  return found
}

function objectsIn(text: string, shape: ReplyShape<unknown>): readonly Candidate<unknown>[] {
  return searchCandidates(text, shape, Number.POSITIVE_INFINITY).within().fitting
}
