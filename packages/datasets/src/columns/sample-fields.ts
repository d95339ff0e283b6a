import type { SampleField } from '@assay/core'

/** The form of a field in a cell: text, list or object. */
export type FieldKind = 'text' | 'list' | 'object'

export type FieldInfo = {
  readonly field: SampleField
  readonly kind: FieldKind
  /** Column names that are recognized as the field without a mapping. The first one present is read. */
  readonly names: readonly string[]
  /** The variable of promptfoo's tests for it. */
  readonly promptfoo?: string
}

/** Names of ragas v2 in snake and camel case first, then those of ragas v1. */
export const sampleFields: readonly FieldInfo[] = [
  { field: 'id', kind: 'text', names: ['id'] },
  { field: 'userInput', kind: 'text', names: ['user_input', 'userInput', 'question'], promptfoo: 'query' },
  { field: 'retrievedContexts', kind: 'list', names: ['retrieved_contexts', 'retrievedContexts', 'contexts'], promptfoo: 'context' },
  { field: 'reference', kind: 'text', names: ['reference', 'ground_truth', 'groundTruth', 'ground_truths', 'groundTruths'] },
  { field: 'referenceContexts', kind: 'list', names: ['reference_contexts', 'referenceContexts'] },
  { field: 'retrievedContextIds', kind: 'list', names: ['retrieved_context_ids', 'retrievedContextIds'] },
  { field: 'referenceContextIds', kind: 'list', names: ['reference_context_ids', 'referenceContextIds'] },
  { field: 'referenceContextGrades', kind: 'list', names: ['reference_context_grades', 'referenceContextGrades'] },
  { field: 'response', kind: 'text', names: ['response', 'answer'] },
  { field: 'cluster', kind: 'text', names: ['cluster'] },
  { field: 'metadata', kind: 'object', names: ['metadata'] },
]

/** `retrievedContextIds` as `retrieved_context_ids`. */
export function snakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
