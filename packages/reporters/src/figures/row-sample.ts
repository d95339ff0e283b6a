import type { Sample } from '@assay/core'
import { textAt } from '@assay/runner'

const TEXTS = ['userInput', 'reference', 'response'] as const
const LISTS = ['retrievedContexts', 'referenceContexts', 'retrievedContextIds', 'referenceContextIds'] as const

/** A row's question, answer, reference and contexts, as texts. Missing fields are absent. */
export type RowSample = {
  readonly [Name in (typeof TEXTS)[number]]?: string
} & {
  readonly [Name in (typeof LISTS)[number]]?: readonly string[]
}

/** A field that no metric read may hold anything. It is converted to text, or left out. */
export function rowSample(sample: Sample): RowSample {
  const found: Record<string, string | readonly string[]> = {}
  for (const name of TEXTS) {
    const value: unknown = sample[name]
    const text = typeof value === 'string' || value === undefined ? value : textAt(sample, [name])
    if (text !== undefined && text !== null) found[name] = text
  }
  for (const name of LISTS) {
    const list: unknown = sample[name]
    if (Array.isArray(list)) found[name] = allTexts(list)
  }
  return found
}

/** The list itself where it holds nothing else, as a reader of data hands it on. */
function allTexts(list: readonly unknown[]): readonly string[] {
  return isTexts(list) ? list : list.map((one) => (typeof one === 'string' ? one : (textAt(one, []) ?? '')))
}

function isTexts(list: readonly unknown[]): list is readonly string[] {
  return list.every((one) => typeof one === 'string')
}
