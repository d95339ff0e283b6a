import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { bestRuns } from './best-runs.ts'
import type { RunPair } from './max-t.ts'
import { pairedDifferences } from './paired-differences.ts'
import { significanceLetters } from './significance-letters.ts'

const inOrder = (runs: number): number[] => Array.from({ length: runs }, (_, run) => run)
const shown = (letters: readonly (readonly string[])[] | null): string[] | undefined => letters?.map((own) => own.join(''))

describe('significance letters', () => {
  it.each<[string, number, RunPair[], string[]]>([
    ['no pair differs', 3, [], ['a', 'a', 'a']],
    [
      'all pairs differ',
      3,
      [
        { a: 0, b: 1 },
        { a: 0, b: 2 },
        { a: 1, b: 2 },
      ],
      ['a', 'b', 'c'],
    ],
    [
      'the last is behind',
      3,
      [
        { a: 0, b: 2 },
        { a: 1, b: 2 },
      ],
      ['a', 'a', 'b'],
    ],
    ['the middle is like both ends', 3, [{ a: 0, b: 2 }], ['a', 'ab', 'b']],
    ['one run alone', 1, [], ['a']],
    [
      'a chain of four',
      4,
      [
        { a: 0, b: 2 },
        { a: 0, b: 3 },
        { a: 1, b: 3 },
      ],
      ['a', 'ab', 'bc', 'c'],
    ],
  ])('where %s', (_what, runs, differing, letters) => {
    expect(shown(significanceLetters(inOrder(runs), differing))).toEqual(letters)
  })

  it('begin with the best run, wherever it stands', () => {
    expect(
      shown(
        significanceLetters(
          [2, 0, 1],
          [
            { a: 0, b: 2 },
            { a: 1, b: 2 },
          ],
        ),
      ),
    ).toEqual(['b', 'b', 'a'])
  })

  it('share one exactly where two runs are not shown to differ, and no letter could be left out', () => {
    const pairs = (runs: number): RunPair[] => inOrder(runs).flatMap((a) => inOrder(a).map((b) => ({ a: b, b: a })))
    const graph = fc
      .integer({ min: 1, max: 8 })
      .chain((runs) => fc.tuple(fc.constant(runs), fc.subarray(pairs(runs)), fc.shuffledSubarray(inOrder(runs), { minLength: runs })))
    fc.assert(
      fc.property(graph, ([runs, differing, ranked]) => {
        const letters = significanceLetters(ranked, differing)?.map((own) => new Set(own)) ?? []
        expect(letters).toHaveLength(runs)
        for (const { a, b } of pairs(runs)) {
          const areShared = [...(letters[a] ?? [])].some((letter) => letters[b]?.has(letter))
          expect(areShared).toBe(!differing.some((pair) => pair.a === a && pair.b === b))
        }
        expect(letters.every((own) => own.size > 0)).toBe(true)
        expect(letters[ranked[0] ?? 0]?.has('a')).toBe(true)
        const groups = [...new Set(letters.flatMap((own) => [...own]))].map((letter) =>
          inOrder(runs).filter((run) => letters[run]?.has(letter)),
        )
        for (const group of groups) expect(groups.filter((other) => group.every((run) => other.includes(run)))).toHaveLength(1)
      }),
    )
  })

  it('go on behind z, and there are none where there would be hundreds', () => {
    const all = (runs: number): RunPair[] => inOrder(runs).flatMap((a) => inOrder(a).map((b) => ({ a, b })))
    expect(significanceLetters(inOrder(28), all(28))?.slice(-3)).toEqual([['z'], ['a2'], ['b2']])
    // Ten pairs of runs, each shown to differ within: 2¹⁰ groups.
    expect(
      significanceLetters(
        inOrder(20),
        inOrder(10).map((at) => ({ a: 2 * at, b: 2 * at + 1 })),
      ),
    ).toBeNull()
  })
})

describe('table, letters, intervals and the best set', () => {
  it('agree in every simulated comparison: they are four ways to say which pairs are shown to differ', () => {
    const random = seededRandom(7)
    let told = 0
    for (let draw = 0; draw < 40; draw += 1) {
      const runs = 3 + (draw % 4)
      const rows = Array.from({ length: 12 + 2 * (draw % 9) }, () => ({
        scores: inOrder(runs).map((run) => (random() < 0.9 - 0.1 * run ? 1 : Math.round(random() * 5) / 5)),
      }))
      const found = pairedDifferences(rows)
      const means = inOrder(runs).map((run) => rows.reduce((sum, { scores }) => sum + (scores[run] ?? 9), 0) / rows.length)
      const ranked = inOrder(runs).sort((a, b) => (means[b] ?? 0) - (means[a] ?? 0))
      const letters = significanceLetters(
        ranked,
        found.filter((pair) => pair.shown !== null),
      )
      for (const { a, b, p, interval, shown: said } of found) {
        const areShared = letters?.[a]?.some((letter) => letters[b]?.includes(letter))
        expect(said === null).toBe(areShared)
        expect((p ?? 9) < 0.05).toBe(!areShared)
        expect((interval?.lo ?? 9) <= 0 && (interval?.hi ?? -9) >= 0).toBe(areShared)
        told += said === null ? 0 : 1
      }
      const best = bestRuns(runs, found, 'maximize')
      expect(best).toContain(ranked[0])
      for (const run of inOrder(runs)) {
        const isBeaten = found.some((pair) => (pair.b === run && pair.shown === 'lower') || (pair.a === run && pair.shown === 'higher'))
        expect(best.includes(run)).toBe(!isBeaten)
      }
      const least = bestRuns(runs, found, 'minimize')
      expect(least).toContain(ranked.at(-1))
    }
    expect(told).toBeGreaterThan(20)
  })
})
