/** The id of a document or chunk. Compared as exact text: `1` equals `"1"`, `"01"` does not. */
export type ContextId = string | number | bigint

/**
 * One row to be scored. The names are those of ragas v2, camel-cased. No field is required: a metric's `needs` lists the fields that it
 * requires.
 */
export type Sample = {
  /** Set by loaders and the runner; a sample that is scored directly needs none. */
  readonly id?: string | undefined
  /** The question. */
  readonly userInput?: string | undefined
  /** The retrieved passages, best first. */
  readonly retrievedContexts?: readonly string[] | undefined
  /** The expected answer. */
  readonly reference?: string | undefined
  /** The passages that support the reference. */
  readonly referenceContexts?: readonly string[] | undefined
  readonly retrievedContextIds?: readonly ContextId[] | undefined
  readonly referenceContextIds?: readonly ContextId[] | undefined
  /** Parallel to `referenceContextIds`, for graded relevance. */
  readonly referenceContextGrades?: readonly number[] | undefined
  /** The system's answer. No recall metric reads it. */
  readonly response?: string | undefined
  /** Rows that share a document, a claim or a question form one cluster: intervals count clusters, not rows. */
  readonly cluster?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

export type SampleField = keyof Sample

/** A sample in which the named fields are present. */
export type SampleWith<Field extends SampleField> = Sample & { readonly [K in Field]-?: NonNullable<Sample[K]> }

/** Which of `needs` are missing. `null` and `undefined` are missing; an empty text or list is present. */
export function missingFields<Field extends SampleField>(sample: Sample, needs: readonly Field[]): Field[] {
  return needs.filter((field) => sample[field] === undefined || sample[field] === null)
}

/** Whether every field of `needs` is present. */
export function hasFields<Field extends SampleField>(sample: Sample, needs: readonly Field[]): sample is SampleWith<Field> {
  for (const field of needs) if (sample[field] === undefined || sample[field] === null) return false
  return true
}
