import type { FixtureItem } from '../fixtures/fixture-item.ts'
import type { PrecomputedJudge } from './bench-judge.ts'

/** Calls everything supported: its balanced accuracy is one half, whatever the data. */
export function alwaysYes(items: readonly FixtureItem[]): PrecomputedJudge {
  return {
    key: 'always-yes',
    name: 'always-yes',
    kind: 'constant',
    isBaseline: true,
    strategy: null,
    notes: [],
    verdicts: new Map(items.map(({ id }) => [id, { verdict: 1 }])),
  }
}
