import { assertionText } from './assertion-text.ts'
import { CannotCheck } from '../reading/cannot-check.ts'
import type { Reading } from '../reading/reading.ts'
import type { AssertSet, TestCase } from '../tests/test-case.ts'
import type { OwnAssertion } from './interpret.ts'

export type ScoreNames = {
  /** Unique names for the scores and the sets of one row. */
  readonly ofRow: (test: TestCase) => { readonly score: (own: OwnAssertion) => string; readonly set: (set: AssertSet) => string }
}

export function createScoreNames(reading: Reading): ScoreNames {
  /** The kind of assertion of each name, over all rows: a mean is over one kind. */
  const kinds = new Map<string, string>()

  return {
    ofRow(test) {
      const counts = new Map<string, number>()
      const sets = new Map<AssertSet, string>()
      const numbered = (name: string): string => {
        const count = (counts.get(name) ?? 0) + 1
        counts.set(name, count)
        return count === 1 ? name : `${name}#${count}`
      }
      return {
        score({ kind, negate, assertion: { fields, source } }) {
          const [type] = kind.types
          const plain = given(fields.metric, source) ?? `${negate ? 'not_' : ''}${type.replaceAll('-', '_')}`
          const owner = kinds.get(plain) ?? type
          kinds.set(plain, owner)
          return numbered(owner === type ? plain : `${plain}:${type}`)
        },
        set(set) {
          const known = sets.get(set) ?? numbered(given(set.fields.metric, set.source) ?? 'assert_set')
          sets.set(set, known)
          return known
        },
      }

      function given(metric: string | null | undefined, source: AssertSet['source']): string | undefined {
        if (metric === undefined || metric === null) return undefined
        try {
          return assertionText(metric, { source }, test, reading)
        } catch (error) {
          if (error instanceof CannotCheck) return metric
          throw error
        }
      }
    },
  }
}
