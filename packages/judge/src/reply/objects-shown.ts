import type { ReplyShape } from './reply-shape.ts'
import { type Candidate, searchCandidates } from './search-candidates.ts'

/** Instructions are the same in every call of a metric, and there are few of them at a time. */
const MOST_CACHED = 16
/** Instructions are not longer than this; contexts written to look like an answer may be. */
const LONGEST_CACHED = 20_000

const cache = new WeakMap<object, Map<string, readonly Candidate<unknown>[]>>()

/**
 * The objects in a prompt's text that have the shape of an answer. The result is cached for the next reply, for the last few texts of
 * each shape: most such objects are in the instructions, which describe the shape of an answer.
 */
export function objectsShown(text: string, shape: ReplyShape<unknown>): readonly Candidate<unknown>[] {
  if (text.length > LONGEST_CACHED) return objectsIn(text, shape)
  const ofShape = cache.get(shape) ?? new Map<string, readonly Candidate<unknown>[]>()
  cache.set(shape, ofShape)
  const known = ofShape.get(text)
  if (known !== undefined) return known
  const found = objectsIn(text, shape)
  const [oldest] = ofShape.keys()
  if (ofShape.size >= MOST_CACHED && oldest !== undefined) ofShape.delete(oldest)
  ofShape.set(text, found)
  return found
}

function objectsIn(text: string, shape: ReplyShape<unknown>): readonly Candidate<unknown>[] {
  return searchCandidates(text, shape, Number.POSITIVE_INFINITY).within().fitting
}
