import { isBlank, normalizeNfc } from '@assay/text'
import type { Claim } from '../claim.ts'

/** Text without a word, a number or a symbol: `…` is no claim. */
const SAYS_SOMETHING = /[\p{L}\p{N}\p{S}]/u

/** Texts as claims `c1`, `c2`, …: trimmed, blank ones dropped, and repeats (after NFC) merged into the first. */
export function toClaims(texts: readonly string[]): Claim[] {
  const distinct = new Map<string, string>()
  for (const text of texts) {
    const trimmed = text.trim()
    const key = normalizeNfc(trimmed)
    if (!isBlank(trimmed) && SAYS_SOMETHING.test(trimmed) && !distinct.has(key)) distinct.set(key, trimmed)
  }
  return [...distinct.values()].map((text, index) => ({ id: `c${index + 1}`, text }))
}
