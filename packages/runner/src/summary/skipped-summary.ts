import type { SkippedCheck } from '../checks/skipped-check.ts'

/** Requested checks of a run that were not run. */
export type SkippedSummary = {
  /** Over all rows. */
  readonly count: number
  /** Each kind once, in order of appearance: those with the same name and reason. At most 100; `count` covers all. */
  readonly kinds: readonly SkippedKind[]
}

/** `place` is that of the first one. */
export type SkippedKind = SkippedCheck & { readonly count: number }

/** Reasons may quote a row, and memory must not grow with the rows. */
const MOST_KINDS = 100

export type SkippedSummarizer = {
  readonly add: (skipped: readonly SkippedCheck[]) => void
  /** `undefined` if nothing was skipped. */
  readonly result: () => SkippedSummary | undefined
}

export function createSkippedSummarizer(): SkippedSummarizer {
  const kinds = new Map<string, { readonly first: SkippedCheck; count: number }>()
  let count = 0
  return {
    add(skipped) {
      for (const check of skipped) {
        count += 1
        const key = JSON.stringify([check.name, check.reason])
        const known = kinds.get(key)
        if (known !== undefined) known.count += 1
        else if (kinds.size < MOST_KINDS) kinds.set(key, { first: check, count: 1 })
      }
    },
    result: () =>
      count === 0 ? undefined : { count, kinds: Array.from(kinds.values(), ({ first, count: times }) => ({ ...first, count: times })) },
  }
}
