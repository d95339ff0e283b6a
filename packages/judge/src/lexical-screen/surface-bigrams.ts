import type { ContextIndex } from './context-index.ts'

/**
 * Share of the claim's pairs of neighbouring words that are neighbours in some context, in [0, 1]; share of its words if it has only one.
 */
export function surfaceBigrams(words: readonly string[], contexts: ContextIndex): number {
  if (words.length < 2) return words.length === 1 && contexts.byWord(words[0] ?? '').length > 0 ? 1 : 0
  let found = 0
  for (let at = 1; at < words.length; at += 1) if (contexts.hasBigram(words[at - 1] ?? '', words[at] ?? '')) found += 1
  return found / (words.length - 1)
}
