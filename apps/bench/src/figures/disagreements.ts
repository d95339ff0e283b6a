import type { FixtureItem } from '../fixtures/fixture-item.ts'
import type { Disagreement } from './bench-result.ts'
import type { Judged } from './judged.ts'

const MOST = 100
const MOST_CONTEXTS = 5
const LONGEST_CONTEXT = 600

/** The items that most judges have wrong come first. Constant judges do not count. */
export function disagreements(items: readonly FixtureItem[], judged: readonly Judged[]): Disagreement[] {
  const counting = judged.filter(({ judge }) => judge.kind !== 'constant')
  const found = items.flatMap((item) => {
    const said = counting.map(({ judge, verdicts }) => {
      const { verdict = null, reason = '' } = verdicts.get(item.id) ?? {}
      return { judge: judge.key, verdict, reason }
    })
    const given = said.filter(({ verdict }) => verdict !== null)
    const wrong = given.filter(({ verdict }) => verdict !== item.label).length
    return wrong === 0 ? [] : [{ item, said, wrong, share: wrong / given.length }]
  })
  return found
    .toSorted((a, b) => b.wrong - a.wrong || b.share - a.share)
    .slice(0, MOST)
    .map(({ item, said }) => ({
      id: item.id,
      source: item.source,
      statement: item.statement,
      contexts: item.contexts
        .slice(0, MOST_CONTEXTS)
        .map((text) => (text.length > LONGEST_CONTEXT ? `${text.slice(0, LONGEST_CONTEXT).toWellFormed()}…` : text)),
      label: item.label,
      said,
    }))
}
