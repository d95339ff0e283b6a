import type { ContextId, Sample } from '@assay/core'
import { hash128 } from './hash-128.ts'

/**
 * Names what a row asks, so that rows of two runs can be told equal: 128 bits, in hex, over `userInput`, `reference`,
 * `referenceContexts` and `referenceContextIds`, with ids as text. What was retrieved is never part of it.
 */
export function inputHash({ userInput, reference, referenceContexts, referenceContextIds }: Sample): string {
  return hash128(framed(userInput) + framed(reference) + framedList(referenceContexts) + framedList(referenceContextIds))
}

/** A text behind its length, so that no other texts side by side read the same. */
function framed(text: ContextId | undefined | null): string {
  if (text === undefined || text === null) return '-'
  const shown = typeof text === 'string' ? text : String(text)
  return `${shown.length}:${shown}`
}

function framedList(texts: readonly ContextId[] | undefined | null): string {
  if (texts === undefined || texts === null) return '-'
  let all = `${texts.length}[`
  for (const text of texts) all += framed(text)
  return all
}
