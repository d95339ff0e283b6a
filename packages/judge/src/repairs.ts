import { AssayError } from '@assay/core'
import type { Answer } from './call-all.ts'

/** What was repaired, corrected or requested again before a result. */
export type Repaired = { readonly repairs?: readonly string[] | undefined }

export function repairsOf(answer: Answer<Repaired>): readonly string[] {
  return (answer.ok ? answer.value : answer.error).repairs ?? []
}

/** The same answer, with a label before each of its repairs. */
export function labelled<T extends Repaired>(answer: Answer<T>, label: string): Answer<T> {
  const repairs = repairsOf(answer).map((repair) => `${label}: ${repair}`)
  return answer.ok ? { ok: true, value: { ...answer.value, repairs } } : { ok: false, error: withRepairs(answer.error, repairs) }
}

/** The same error with these repairs before it: those of all calls made in parallel, or one after the other. */
export function withRepairs(error: AssayError, repairs: readonly string[]): AssayError {
  if (repairs.length + (error.repairs?.length ?? 0) === 0) return error
  return new AssayError({ ...error.toJSON(), reply: error.replyHead, usage: error.usage, repairs, cause: error })
}

/** A later step's result, or failure, preceded by the repairs of the steps before it. */
export async function afterRepairs<T extends Repaired>({ repairs: before = [] }: Repaired, step: PromiseLike<T>): Promise<T> {
  try {
    const result = await step
    return { ...result, repairs: [...before, ...(result.repairs ?? [])] }
  } catch (error) {
    throw AssayError.is(error) ? withRepairs(error, [...before, ...(error.repairs ?? [])]) : error
  }
}
