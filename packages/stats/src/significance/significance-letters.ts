import type { RunPair } from './max-t.ts'

/** With more groups than this, runs get no letters. */
const MOST_LETTERS = 500

/**
 * Letters such that two runs share one exactly if they do not differ significantly (compact letter display, by insert and absorb: Piepho,
 * 2004). `ranked` holds the run indices, the best first; the best gets `a`. The result is by run; after `z` come `a2`, `b2`, ….
 * `null` if the runs form more than 500 groups.
 */
export function significanceLetters(ranked: readonly number[], differing: readonly RunPair[]): (readonly string[])[] | null {
  const rankOf = new Map(ranked.map((run, rank) => [run, rank]))
  let groups: (readonly number[])[] = [ranked.map((_, rank) => rank)]
  // By rank, so that whether there are too many groups on the way does not depend on the order of the runs either.
  const ranks = differing
    .map(({ a, b }) => [rankOf.get(a) ?? -1, rankOf.get(b) ?? -1] as const)
    .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const)
  for (const [one, other] of ranks.toSorted((left, right) => left[0] - right[0] || left[1] - right[1])) {
    const isSplit = (group: readonly number[]): boolean => group.includes(one) && group.includes(other)
    if (!groups.some(isSplit)) continue
    const parts = groups.flatMap((group) => (isSplit(group) ? [one, other].map((left) => group.filter((rank) => rank !== left)) : [group]))
    groups = parts.filter((part, at) => !parts.some((whole, place) => absorbs(whole, part, place < at)))
    if (groups.length > MOST_LETTERS) return null
  }
  groups.sort(byRanks)
  const letters = ranked.map((): string[] => [])
  for (const [at, group] of groups.entries()) for (const rank of group) letters[ranked[rank] ?? -1]?.push(letterOf(at))
  return letters
}

/** Of two equal groups the first remains. */
function absorbs(whole: readonly number[], part: readonly number[], isBefore: boolean): boolean {
  if (whole === part || whole.length < part.length || (whole.length === part.length && !isBefore)) return false
  const ranks = new Set(whole)
  return part.every((rank) => ranks.has(rank))
}

function byRanks(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((rank, place) => rank !== other[place])
  return at === -1 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? Infinity)
}

function letterOf(at: number): string {
  const letter = String.fromCodePoint(97 + (at % 26))
  return at < 26 ? letter : `${letter}${Math.floor(at / 26) + 1}`
}
