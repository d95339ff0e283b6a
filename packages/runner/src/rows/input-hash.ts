import { hash } from 'node:crypto'
import type { ContextId, Sample } from '@assay/core'

/**
 * The hash of a row's input, to find equal rows in two runs: the first 128 bits, in hex, of SHA-256 over the JSON list `[userInput,
 * reference, referenceContexts, referenceContextIds]`, with ids as text and `null` for missing values, followed by the inputs of checks,
 * if any. Retrieved contexts are never part of it.
 */
export function inputHash(
  { userInput, reference, referenceContexts, referenceContextIds }: Sample,
  asks: readonly string[] | undefined = [],
): string {
  const input = [userInput ?? null, reference ?? null, referenceContexts ?? null, asTexts(referenceContextIds) ?? null, ...asks]
  return hash('sha256', JSON.stringify(input), 'hex').slice(0, 32)
}

/** The list itself if all ids are texts, as data readers return them. */
function asTexts(ids: readonly ContextId[] | undefined): readonly ContextId[] | undefined {
  return ids?.every((id) => typeof id === 'string') === false ? ids.map(String) : ids
}
