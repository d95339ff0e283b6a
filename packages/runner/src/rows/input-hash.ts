import { hash } from 'node:crypto'
import type { ContextId, Sample } from '@assay/core'

/**
 * Names what a row asks, so that rows of two runs can be told equal: the first 128 bits, in hex, of SHA-256 over the JSON list
 * `[userInput, reference, referenceContexts, referenceContextIds]`, with ids as text and `null` for what is missing; and behind them
 * what checks ask besides, where there is any. What was retrieved is never part of it.
 */
export function inputHash(
  { userInput, reference, referenceContexts, referenceContextIds }: Sample,
  asks: readonly string[] | undefined = [],
): string {
  const asked = [userInput ?? null, reference ?? null, referenceContexts ?? null, asTexts(referenceContextIds) ?? null, ...asks]
  return hash('sha256', JSON.stringify(asked), 'hex').slice(0, 32)
}

/** The list itself where all ids are texts, as a data reader hands them on. */
function asTexts(ids: readonly ContextId[] | undefined): readonly ContextId[] | undefined {
  return ids?.every((id) => typeof id === 'string') === false ? ids.map(String) : ids
}
