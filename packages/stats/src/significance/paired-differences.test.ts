import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import fixture from '../__fixtures__/paired-comparison.json' with { type: 'json' }
import { pairedDifference } from './paired-difference.ts'
import { type DifferenceOfRuns, pairedDifferences, type RowOfRuns } from './paired-differences.ts'

const step = fc.constantFrom(0, 0.2, 0.5, 0.6, 0.8, 1)
const cluster = fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { nil: undefined })
const rowsOf = (runs: number, most: number): fc.Arbitrary<RowOfRuns[]> =>
  fc.array(fc.record({ scores: fc.array(step, { minLength: runs, maxLength: runs }), cluster }), { minLength: 1, maxLength: most })

/** Any score, so that sums round. */
const unit = fc.double({ min: 0, max: 1, noNaN: true })
const figures = ({ difference, p, interval }: DifferenceOfRuns): unknown => [difference, p, interval?.lo, interval?.hi]
/** The figures of a pair the other way round. */
function mirror(pair: DifferenceOfRuns | undefined): unknown {
  const { difference = 9, p, interval } = pair ?? {}
  const less = (value: number): number => 0 - value
  return [difference === null ? null : less(difference), p, ...[interval?.hi, interval?.lo].map((end) => end && less(end))]
}

describe('the differences of several runs', () => {
  it.each(fixture.several)('$name', ({ runs, clusters, expected }) => {
    const names = Object.keys(runs)
    const scores = Object.values<number[]>(runs)
    const found = pairedDifferences(clusters.map((name, row) => ({ cluster: String(name), scores: scores.map((own) => own[row] ?? 9) })))
    expect(found.map(({ a, b }) => [names[a], names[b]])).toEqual(expected.pairs.map(({ a, b }) => [a, b]))
    for (const [at, { difference, p, interval, exact }] of found.entries()) {
      const pair = expected.pairs[at]
      expect(exact).toBe(true)
      expect(difference).toBeCloseTo(pair?.difference ?? 9, 6)
      expect(p).toBeCloseTo(pair?.pMax ?? 9, 6)
      expect(interval?.lo).toBeCloseTo(pair?.lo ?? 9, 6)
      expect(interval?.hi).toBeCloseTo(pair?.hi ?? 9, 6)
    }
  })

  it('of two runs are those of the pair alone', () => {
    fc.assert(
      fc.property(rowsOf(2, 40), (rows) => {
        const alone = pairedDifference(rows.map(({ scores: [a = 0, b = 0], cluster: name }) => ({ a, b, cluster: name })))
        expect(pairedDifferences(rows)).toEqual([{ a: 0, b: 1, ...alone }])
      }),
      { numRuns: 50 },
    )
  })

  it('hold 0 exactly where their p is .05 or more, are never surer than alone, and change in no order of rows, also where signs are drawn', () => {
    const given = fc
      .oneof(rowsOf(3, 12), rowsOf(4, 60))
      .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })))
    fc.assert(
      fc.property(given, ([rows, shuffled]) => {
        const found = pairedDifferences(rows)
        expect(pairedDifferences(shuffled)).toEqual(found)
        for (const { a, b, p, interval, difference, exact } of found) {
          if (p === null || interval === null || difference === null) continue
          expect(interval.lo <= 0 && interval.hi >= 0).toBe(p >= 0.05)
          expect(interval.lo <= difference && difference <= interval.hi).toBe(true)
          const alone = pairedDifference(rows.map(({ scores, cluster: name }) => ({ a: scores[a] ?? 9, b: scores[b] ?? 9, cluster: name })))
          // Drawn, p has an error of its own.
          expect(p).toBeGreaterThanOrEqual((alone.p ?? 9) - (exact ? 1e-9 : 0.03))
        }
      }),
      { numRuns: 40 },
    )
  })

  it.each([undefined, 1])(
    'of named rows are the same to the last bit in any order of the runs and rows, with the baseline %s',
    (baseline) => {
      const free = (runs: number) =>
        fc.array(fc.record<RowOfRuns>({ scores: fc.array(unit, { minLength: runs, maxLength: runs }) }), { maxLength: 30 })
      const given = fc.integer({ min: 3, max: 5 }).chain((runs) =>
        fc.oneof(rowsOf(runs, 30), free(runs)).chain((rows) => {
          const named = rows.map(({ scores, cluster: name }, at): RowOfRuns => ({ scores, cluster: name, key: `row ${at}` }))
          return fc.record({
            named: fc.constant(named),
            shuffled: fc.shuffledSubarray(named, { minLength: named.length }),
            order: fc.shuffledSubarray(
              Array.from({ length: runs }, (_, run) => run),
              { minLength: runs },
            ),
          })
        }),
      )
      fc.assert(
        fc.property(given, ({ named, shuffled, order }) => {
          const found = pairedDifferences(named, { baseline })
          const other = shuffled.map((row): RowOfRuns => Object.assign({}, row, { scores: order.map((run) => row.scores[run] ?? 9) }))
          const again = pairedDifferences(other, { baseline: baseline === undefined ? undefined : order.indexOf(baseline) })
          const place = (run: number): number => order[run] ?? 9
          expect(again).toHaveLength(found.length)
          for (const pair of again) {
            const same = found.find(({ a, b }) => a === place(pair.a) && b === place(pair.b))
            const mirrored = found.find(({ a, b }) => b === place(pair.a) && a === place(pair.b))
            expect(figures(pair)).toEqual(same === undefined ? mirror(mirrored) : figures(same))
          }
        }),
        { numRuns: 100 },
      )
    },
  )

  it('with every sign turned have the same p, and mirrored intervals', () => {
    const rows = Array.from({ length: 60 }, (_, at): RowOfRuns => ({ scores: [(at % 5) / 5, (at % 3) / 3, (at % 7) / 7] }))
    const found = pairedDifferences(rows)
    const turned = pairedDifferences(rows.map(({ scores }) => ({ scores: scores.map((score) => 1 - score) })))
    expect(found.every(({ exact }) => !exact)).toBe(true)
    for (const [at, { p, interval }] of turned.entries()) {
      expect(p).toBe(found[at]?.p)
      expect(interval?.lo).toBeCloseTo(-(found[at]?.interval?.hi ?? 9), 12)
    }
  })

  it('with a baseline are those of the other runs less it, and surer than beside all pairs', () => {
    const rows = Array.from({ length: 40 }, (_, at): RowOfRuns => ({
      scores: [1, at % 5 === 0 ? 0.8 : 1, at % 4 === 0 ? 0.5 : 1, (at % 3) / 2],
    }))
    const [all, few] = [pairedDifferences(rows), pairedDifferences(rows, { baseline: 2 })]
    expect(few.map(({ a, b }) => [a, b])).toEqual([
      [2, 0],
      [2, 1],
      [2, 3],
    ])
    for (const { a, b, difference, p, interval } of few) {
      const same = all.find((pair) => (pair.a === a && pair.b === b) || (pair.a === b && pair.b === a))
      expect(difference).toBeCloseTo((same?.a === a ? 1 : -1) * (same?.difference ?? 9), 12)
      expect(p).toBeLessThanOrEqual(same?.p ?? 0)
      expect(interval === null ? 9 : interval.hi - interval.lo).toBeLessThanOrEqual(
        (same?.interval?.hi ?? 0) - (same?.interval?.lo ?? 0) + 1e-12,
      )
    }
    const two = rows.map(({ scores: [a = 0, , c = 0] }) => ({ scores: [a, c] }))
    expect(pairedDifferences(two, { baseline: 0 })).toEqual(pairedDifferences(two))
    expect(() => pairedDifferences(rows, { baseline: 4 })).toThrow('the baseline 4 is none of 4 runs')
  })

  it('are none of one run or of no row, and say why with few clusters', () => {
    expect(pairedDifferences([{ scores: [1] }])).toEqual([])
    expect(pairedDifferences([])).toEqual([])
    const few = Array.from({ length: 4 }, (): RowOfRuns => ({ scores: [0, 1, 1] }))
    expect(pairedDifferences(few).map(figures)).toEqual([
      [1, null, undefined, undefined],
      [1, null, undefined, undefined],
      [0, null, undefined, undefined],
    ])
    expect(pairedDifferences(few)[0]?.noInterval).toBe('4 rows: an interval needs at least 5')
  })

  it('refuse rows of unlike length and what is no score', () => {
    expect(() => pairedDifferences([{ scores: [1, 0] }, { scores: [1] }])).toThrow('1 scores, and another 2')
    expect(() => pairedDifferences([{ scores: [1, -1] }])).toThrow('the value -1')
    expect(() => pairedDifferences([], { level: 1 })).toThrow('the level 1')
  })
})
