import type { FixtureItem } from '../fixtures/fixture-item.ts'
import type { GivenJudge } from './bench-judge.ts'

/** Calls everything supported: its balanced accuracy is one half, whatever the data. */
export function alwaysYes(items: readonly FixtureItem[]): GivenJudge {
  return {
    key: 'always-yes',
    name: 'always-yes',
    kind: 'constant',
    isFloor: true,
    strategy: null,
    notes: [],
    verdicts: new Map(items.map(({ id }) => [id, { verdict: 1 }])),
  }
}
