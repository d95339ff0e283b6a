import levenshtein from 'fast-levenshtein'

/** The candidate a person probably meant by `name`: the one fewest edits away, if at most two, or a third of the name, are needed. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const wanted = name.toLowerCase()
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const distance = levenshtein.get(wanted, candidate.toLowerCase())
    if (best === undefined || distance < best.distance) best = { candidate, distance }
  }
  return best !== undefined && best.distance <= Math.max(2, wanted.length / 3) ? best.candidate : undefined
}
