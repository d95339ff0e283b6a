import { normalizeNfc, wordTokens } from '@assay/text'
import type { Claim } from '../claim.ts'
import type { ContextPiece } from './context-piece.ts'

/**
 * The pieces that share words with the claims, the best first: in turn the best of each claim, then the second of each, and so on. A rare
 * word among the pieces has more weight, ln(1 + pieces / pieces that hold it); of equals the earlier piece comes first.
 */
export function rankContexts(claims: readonly Claim[], pieces: readonly ContextPiece[]): ContextPiece[] {
  const held = pieces.map(({ text }) => wordsOf(text))
  const frequency = new Map<string, number>()
  for (const words of held) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  const rankings = claims.map(({ text }) => {
    const words = [...wordsOf(text)]
    const overlaps = held.map((own, at) => ({ at, overlap: overlapOf(words, own, frequency, pieces.length) }))
    return overlaps.filter(({ overlap }) => overlap > 0).sort((a, b) => b.overlap - a.overlap || a.at - b.at)
  })
  const ranked = new Set<number>()
  for (let rank = 0; rank < pieces.length; rank += 1) {
    for (const ranking of rankings) {
      const next = ranking[rank]
      if (next !== undefined) ranked.add(next.at)
    }
  }
  return Array.from(ranked).flatMap((at) => pieces[at] ?? [])
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(wordTokens(normalizeNfc(text)))
}

function overlapOf(words: readonly string[], own: ReadonlySet<string>, frequency: ReadonlyMap<string, number>, pieces: number): number {
  return words.reduce((sum, word) => (own.has(word) ? sum + Math.log(1 + pieces / (frequency.get(word) ?? 1)) : sum), 0)
}
