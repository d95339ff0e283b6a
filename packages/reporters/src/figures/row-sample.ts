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
    const text = textAt(sample, [name])
    if (text !== null) found[name] = text
  }
  for (const name of LISTS) {
    const list: unknown = sample[name]
    if (Array.isArray(list)) found[name] = list.map((one: unknown) => (typeof one === 'string' ? one : (textAt(one, []) ?? '')))
  }
  return found
}
