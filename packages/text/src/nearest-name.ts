import { editDistance } from './edit-distance.ts'

/** A beginning of fewer letters may be that of anything. */
const LEAST_BEGINNING = 4
/** What is longer was no slip of the keyboard: a cell in the place of a name. */
const LONGEST_NAME = 200

/**
 * The candidate a person probably meant by `name`: the one fewest edits away, if at most two, or a third of the name, are needed; else the
 * only one that begins with it.
 */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > LONGEST_NAME) return undefined
  const wanted = name.toLowerCase()
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    if (candidate.length > LONGEST_NAME) continue
    const distance = editDistance(wanted, candidate.toLowerCase())
    if (best === undefined || distance < best.distance) best = { candidate, distance }
  }
  if (best !== undefined && best.distance <= Math.max(2, wanted.length / 3)) return best.candidate
  const [only, another] = candidates.filter((candidate) => wanted.length >= LEAST_BEGINNING && candidate.toLowerCase().startsWith(wanted))
  return another === undefined ? only : undefined
}
