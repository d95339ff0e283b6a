import { AssayError, Suspended } from '@assay/core'
import { type Repaired, repairsOf, withRepairs } from './repairs.ts'

/** The outcome of one of several calls. */
export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AssayError }

/** The most calls of one sample in flight; limits over all samples belong to the runtime. */
const AT_ONCE = 8

/**
 * Runs several calls in parallel, and waits for all of them: no call is left running, and the result depends only on the replies, not on
 * their order. With `firstAlone` the others wait for the first (its prompt is then cached for them), and with `firstCounts` they are not
 * made if it failed. `first` is how many count as the first, if there are several prompts.
 * @throws Suspended if any reply arrives later, after all calls were made; anything that is no AssayError before that.
 */
export async function callAll<T>(
  questions: readonly (() => Promise<T>)[],
  o: { readonly firstAlone?: boolean; readonly firstCounts?: boolean; readonly first?: number } = {},
): Promise<Answer<T>[]> {
  const { firstAlone = false, firstCounts = true, first = 1 } = o
  const settled: PromiseSettledResult<T>[] = []
  let begun = 0
  const work = async (end: number): Promise<void> => {
    while (begun < end) {
      const at = begun
      begun += 1
      const question = questions[at]
      if (question !== undefined) settled[at] = await outcomeOf(question)
    }
  }
  if (firstAlone) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => work(Math.min(first, questions.length))))
    if (firstCounts && settled.some((result) => result.status === 'rejected' && !Suspended.is(result.reason))) return answersOf(settled)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, () => work(questions.length)))
  return answersOf(settled)
}

/** All values, and the repairs of all. @throws AssayError the first failure, in the order of the calls, with the repairs of all. */
export function allValues<T extends Repaired>(answers: readonly Answer<T>[], before: readonly string[] = []) {
  const repairs = [...before, ...answers.flatMap(repairsOf)]
  const values = answers.map((answer): T => {
    if (!answer.ok) throw withRepairs(answer.error, repairs)
    return answer.value
  })
  return { values, repairs }
}

async function outcomeOf<T>(question: () => Promise<T>): Promise<PromiseSettledResult<T>> {
  try {
    return { status: 'fulfilled', value: await question() }
  } catch (reason) {
    return { status: 'rejected', reason }
  }
}

function answersOf<T>(settled: readonly PromiseSettledResult<T>[]): Answer<T>[] {
  const reasons: unknown[] = settled.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []))
  const thrown = reasons.find((reason) => !AssayError.is(reason) && !Suspended.is(reason)) ?? reasons.find((reason) => Suspended.is(reason))
  if (thrown !== undefined) throw thrown
  return settled.map((result): Answer<T> => {
    if (result.status === 'fulfilled') return { ok: true, value: result.value }
    if (AssayError.is(result.reason)) return { ok: false, error: result.reason }
    throw result.reason
  })
}
