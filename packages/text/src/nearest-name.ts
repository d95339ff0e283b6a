import { nameDistance } from './name-distance.ts'

/** A shorter prefix is too unspecific. */
const LEAST_BEGINNING = 4
/** A longer text is not a mistyped name. */
const LONGEST_NAME = 200

/**
 * The candidate that `name` was probably meant to be: the one with the fewest edits, if these are at most two or a third of the name; else
 * the only one that begins with `name`.
 */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > LONGEST_NAME) return undefined
  const wanted = name.toLowerCase()
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    if (candidate.length > LONGEST_NAME) continue
    const distance = nameDistance(wanted, candidate.toLowerCase())
    if (best === undefined || distance < best.distance) best = { candidate, distance }
  }
  if (best !== undefined && best.distance <= Math.max(2, wanted.length / 3)) return best.candidate
  const [only, another] = candidates.filter((candidate) => wanted.length >= LEAST_BEGINNING && candidate.toLowerCase().startsWith(wanted))
  return another === undefined ? only : undefined
}
