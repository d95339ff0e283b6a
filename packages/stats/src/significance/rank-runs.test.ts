import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import fixture from '../__fixtures__/paired-comparison.json' with { type: 'json' }
import { rankRuns, type ValueRow } from './rank-runs.ts'

type Several = (typeof fixture.several)[number]

const rowsOf = ({ runs, clusters }: Several): ValueRow[] =>
  clusters.map((cluster, row) => ({ cluster: String(cluster), values: Object.values<number[]>(runs).map((scores) => scores[row]) }))

describe('several runs of one metric', () => {
  test.each(fixture.several)('$name', (golden) => {
    const names = Object.keys(golden.runs)
    const { pairs, standings } = rankRuns(rowsOf(golden), { runs: names.length, direction: 'maximize' })
    for (const [at, expected] of golden.expected.pairs.entries()) {
      const { a = -1, b = -1, difference, p, interval } = pairs[at] ?? {}
      expect([names[a], names[b]]).toEqual([expected.a, expected.b])
      expect(difference).toBeCloseTo(expected.difference, 9)
      expect(p).toBeCloseTo(expected.pMax, 9)
      expect(interval?.lo).toBeCloseTo(expected.lo, 6)
      expect(interval?.hi).toBeCloseTo(expected.hi, 6)
      for (const [one, other] of [
        [a, b],
        [b, a],
      ] as const) {
        if (one !== standings[0]?.run) continue
        const line = standings.find(({ run }) => run === other)
        expect(line?.difference).toBeCloseTo((one === a ? 1 : -1) * expected.difference, 9)
        expect(line?.p).toBeCloseTo(expected.pMax, 9)
      }
    }
  })

  test.each(fixture.several)('letters, intervals and the best set of "$name" say the same', (golden) => {
    const runs = Object.keys(golden.runs).length
    for (const direction of ['maximize', 'minimize'] as const) {
      const { pairs, standings, best } = rankRuns(rowsOf(golden), { runs, direction })
      const lettersOf = (run: number) => standings.find((line) => line.run === run)?.letters ?? []
      for (const { a, b, p, interval } of pairs) {
        const areShared = lettersOf(a).some((letter) => lettersOf(b).includes(letter))
        expect(areShared).toBe((p ?? 0) >= 0.05)
        expect(areShared).toBe((interval?.lo ?? 9) <= 0 && (interval?.hi ?? -9) >= 0)
      }
      expect(best?.[0]).toBe(standings[0]?.run)
      const means = standings.map(({ mean }) => mean ?? 0)
      expect(means).toEqual(means.toSorted((one, other) => (direction === 'maximize' ? other - one : one - other)))
    }
  })

  test('of runs that lose, the losers carry other letters and are not in the best set', () => {
    const rows = Array.from({ length: 30 }, (_, at) => ({ values: [1, at < 20 ? 0.5 : 1, at < 2 ? 0.5 : 1] }))
    const found = rankRuns(rows, { runs: 3, direction: 'maximize' })
    expect(found.standings.map(({ run, letters }) => [run, letters?.join('')])).toEqual([
      [0, 'a'],
      [2, 'a'],
      [1, 'b'],
    ])
    expect(found.best).toEqual([0, 2])
    const least = rankRuns(rows, { runs: 3, direction: 'minimize' })
    expect(least.best).toEqual([1])
    expect(least.standings[1]).toMatchObject({ run: 2, difference: 0.3, letters: ['b'] })
    expect(least.standings[1]?.interval?.lo).toBeGreaterThan(0)
  })

  test('only rows that every run scored are used; what is left out is told by its place', () => {
    const values = [
      [1, 1, 1],
      [1, null, 1],
      [1, 1, undefined],
      [null, 0, 1],
      [0, 0, 1],
      [1, 1, 1],
      [1, 0, 1],
      [1, 1, 1],
    ]
    const found = rankRuns(
      values.map((ofRow) => ({ values: ofRow })),
      { runs: 3, direction: 'maximize' },
    )
    expect(found).toMatchObject({ used: 5, unscored: [1, 3], notAsked: [2] })
    expect(found.standings.map(({ run, mean, unscored }) => [run, mean, unscored])).toEqual([
      [2, 1, 0],
      [0, 0.8, 1],
      [1, 0.6, 1],
    ])
  })

  test('with keys no figure depends on the order of runs or rows, equal means included; without, equal means keep the order of the runs', () => {
    const step = fc.constantFrom(0, 0.5, 1, null)
    const given = fc.integer({ min: 3, max: 5 }).chain((runs) =>
      fc.record({
        rows: fc.array(fc.array(step, { minLength: runs, maxLength: runs }), { maxLength: 40 }),
        order: fc.shuffledSubarray(
          Array.from({ length: runs }, (_, run) => run),
          { minLength: runs },
        ),
      }),
    )
    fc.assert(
      fc.property(given, ({ rows, order }) => {
        const named = rows.map((values, at) => ({ values, key: `row ${at}` }))
        const other = named.map(({ values, key }) => ({ values: order.map((run) => values[run]), key })).toReversed()
        for (const direction of ['maximize', 'minimize'] as const) {
          const found = rankRuns(named, { runs: order.length, direction })
          const again = rankRuns(other, { runs: order.length, direction })
          const isSame = (one: number, two: number): boolean =>
            named.every(({ values }) => values.includes(null) || values[one] === values[two])
          expect(again.standings.map(({ run: _run, unscored: _unscored, ...figures }) => figures)).toEqual(
            found.standings.map(({ run: _run, unscored: _unscored, ...figures }) => figures),
          )
          for (const [at, { run }] of again.standings.entries()) expect(isSame(order[run] ?? 9, found.standings[at]?.run ?? 9)).toBe(true)
          expect(again.best?.length).toBe(found.best?.length)
        }
      }),
    )
    const tied = Array.from({ length: 30 }, (_, at) => ({ values: [at % 2, 1 - (at % 2), 0.5] }))
    expect(rankRuns(tied, { runs: 3, direction: 'maximize' }).standings.map(({ run }) => run)).toEqual([0, 1, 2])
    const keyed = tied.map(({ values }, at) => ({ values, key: String(at).padStart(2, '0') }))
    expect(rankRuns(keyed, { runs: 3, direction: 'maximize' }).standings.map(({ run }) => run)).toEqual([1, 2, 0])
  })

  test('with a baseline each run is told by a verdict, without letters', () => {
    const rows = Array.from({ length: 30 }, (_, at) => ({ values: [at < 15 ? 0.5 : 1, 1, at < 16 ? 0.5 : 1, 0] }))
    const { standings, best, pairs } = rankRuns(rows, { runs: 4, direction: 'maximize', baseline: 0 })
    expect(standings.map(({ run, verdict, letters }) => [run, verdict, letters])).toEqual([
      [1, 'better', null],
      [0, null, null],
      [2, 'not shown', null],
      [3, 'worse', null],
    ])
    expect([best, pairs.length]).toEqual([null, 3])
    const few = rankRuns(rows.slice(0, 4), { runs: 4, direction: 'maximize', baseline: 0 })
    expect(few.standings.map(({ verdict }) => verdict)).toContain('cannot be told')
    expect(few.noInterval).toBe('4 rows: an interval needs at least 5')
  })
})
