import type { SampleField } from '@assay/core'

/** What a field holds: one text, a list of texts, ids or numbers, one id, or an object. */
export type FieldKind = 'text' | 'texts' | 'ids' | 'numbers' | 'id' | 'object'

export type FieldInfo = {
  readonly field: SampleField
  readonly kind: FieldKind
  /** Column names that are recognised without a mapping, the first one found is read. */
  readonly names: readonly string[]
}

/** Names of ragas v2 in snake and camel case first, then those of ragas v1. */
export const sampleFields: readonly FieldInfo[] = [
  { field: 'id', kind: 'id', names: ['id'] },
  { field: 'userInput', kind: 'text', names: ['user_input', 'userInput', 'question'] },
  { field: 'retrievedContexts', kind: 'texts', names: ['retrieved_contexts', 'retrievedContexts', 'contexts'] },
  { field: 'reference', kind: 'text', names: ['reference', 'ground_truth', 'groundTruth', 'ground_truths', 'groundTruths'] },
  { field: 'referenceContexts', kind: 'texts', names: ['reference_contexts', 'referenceContexts'] },
  { field: 'retrievedContextIds', kind: 'ids', names: ['retrieved_context_ids', 'retrievedContextIds'] },
  { field: 'referenceContextIds', kind: 'ids', names: ['reference_context_ids', 'referenceContextIds'] },
  { field: 'referenceContextGrades', kind: 'numbers', names: ['reference_context_grades', 'referenceContextGrades'] },
  { field: 'response', kind: 'text', names: ['response', 'answer'] },
  { field: 'cluster', kind: 'id', names: ['cluster'] },
  { field: 'metadata', kind: 'object', names: ['metadata'] },
]

/** `retrievedContextIds` as `retrieved_context_ids`. */
export function snakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
