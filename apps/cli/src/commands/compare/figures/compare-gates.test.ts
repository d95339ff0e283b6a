import { readFileSync } from 'node:fs'
import { rankRuns, seededRandom } from '@assay/stats'
import { describe, expect, test } from 'vitest'
import { checkFailIf, parseFailIf } from './compare-gates.ts'
import { compareMetric, type Direction, type ValuePair } from './compare-metric.ts'

type Case = {
  readonly name: string
  readonly direction?: Direction
  readonly dropBy?: number
  readonly clusters: readonly (readonly [times: number, differences: readonly number[]])[]
  readonly expected: { readonly verdict: string; readonly hi: number | null; readonly lo: number | null; readonly drop: string | null }
}
const fixture: { readonly cases: readonly Case[] } = JSON.parse(
  readFileSync(new URL('../../../../../../packages/stats/src/__fixtures__/paired-comparison.json', import.meta.url), 'utf8'),
)

const pairOf = (d: number, cluster?: string): ValuePair => ({ a: Math.max(0, -d), b: Math.max(0, d), cluster })

function gatedOf(pairs: readonly ValuePair[], direction: Direction = 'maximize') {
  return { ...compareMetric(pairs, direction), direction }
}

/** Rows of which some lose, each as much. */
function losing(rows: number, lost: number, by: number, direction?: Direction) {
  return gatedOf(
    Array.from({ length: rows }, (_, at) => pairOf(at < lost ? (direction === 'minimize' ? by : -by) : 0)),
    direction,
  )
}

const check = (gate: string, gated: Parameters<typeof checkFailIf>[2]) => checkFailIf(parseFailIf(gate), 'm', gated)

describe('--fail-if', () => {
  test.each(fixture.cases)('$name', ({ clusters, direction = 'maximize', dropBy = 0.02, expected }) => {
    let count = 0
    const pairs = clusters.flatMap(([times, differences]) =>
      Array.from({ length: times }, () => {
        count += 1
        return differences.map((d) => pairOf(d, `cluster ${count}`))
      }).flat(),
    )
    const gated = gatedOf(pairs, direction)
    expect(gated.verdict).toBe(expected.verdict)
    expect(check('worse', gated).held).toBe(expected.verdict !== 'worse' && expected.drop !== null)
    expect(check(`drop=${dropBy}`, gated).held).toBe(expected.drop === 'excluded')
    if (expected.lo === null || expected.hi === null) return
    const far = direction === 'minimize' ? -expected.lo : expected.hi
    expect(check('worse=0.02', gated).held).toBe(!(far < -0.02))
  })

  test('worse fails where p shows it, whatever the interval rounds to', () => {
    expect(check('worse', losing(200, 14, 0.2))).toEqual({ text: 'm worse: B is shown to be worse, p < 0.001', held: false })
    expect(check('worse', losing(10_000, 6, 0.2)).held).toBe(false)
    expect(check('worse', losing(200, 14, -0.2))).toEqual({ text: 'm worse: B is shown to be better, p < 0.001', held: true })
  })

  test('a worse that held says what it could have seen', () => {
    expect(check('worse', losing(200, 5, 0.2)).text).toBe(
      'm worse: B is not shown to be worse, p 0.063. A loss in fewer than 6 of 200 rows is never shown',
    )
    const mixed = gatedOf(Array.from({ length: 200 }, (_, at) => pairOf(at < 10 ? -0.2 : at < 20 ? 0.2 : 0)))
    // 2.8 √(20 · .04) / 200
    expect(check('worse', mixed).text).toBe(
      'm worse: B is not shown to be worse, p 1.000. A loss in fewer than 6 of 200 rows is never shown; one of 0.013 would be, in about 4 of 5 cases',
    )
    expect(check('worse=0.02', mixed).text).toContain('; one of 0.033 would be, in about 4 of 5 cases')
    expect(check('worse', losing(5, 5, 1)).text).toBe('m worse: B is not shown to be worse, p 0.063. Fewer than 6 rows can show nothing')
    expect(check('worse', losing(9, 5, 1, 'minimize')).text).toContain('A rise in fewer than 6 of 9 rows is never shown')
  })

  test('worse=0.02 fails where B is shown to be worse by more than that', () => {
    const lost = losing(200, 40, 0.5)
    expect(check('worse=0.02', lost)).toEqual({
      text: expect.stringMatching(/^m worse=0\.02: \[-0\.\d+, -0\.0\d+\] lies below -0\.020$/),
      held: false,
    })
    expect(check('worse=0.02', losing(200, 14, 0.2))).toMatchObject({
      text: expect.stringContaining('[-0.028, -0.007] does not lie below -0.020. A loss'),
      held: true,
    })
    expect(check('worse=0.02', losing(200, 40, 0.5, 'minimize'))).toMatchObject({
      text: expect.stringContaining('lies above +0.020'),
      held: false,
    })
    expect(check('worse=0', losing(200, 14, 0.2))).toEqual(check('worse', losing(200, 14, 0.2)))
  })

  test('drop fails where so great a drop is not excluded', () => {
    expect(check('drop=0.02', losing(200, 14, 0.2))).toEqual({
      text: 'm drop=0.02: [-0.028, -0.007] does not exclude such a drop',
      held: false,
    })
    // No pair differs: ±3.84 / (n + 3.84).
    expect(check('drop=0.02', losing(188, 0, 0)).held).toBe(false)
    expect(check('drop=0.02', losing(189, 0, 0)).text).toBe('m drop=0.02: [-0.0199, +0.020] excludes such a drop')
    expect(check('drop=0.1', losing(200, 14, 0.2, 'minimize')).text).toBe('m drop=0.1: [+0.007, +0.028] excludes such a rise')
    expect(check('drop=0.02', losing(200, 14, 0.2, 'minimize')).held).toBe(false)
  })

  test('without an interval every gate fails and says why', () => {
    for (const gate of ['worse', 'worse=0.02', 'drop=0.02']) {
      expect(check(gate, losing(3, 0, 0))).toEqual({ text: `m ${gate}: cannot be told. 3 rows: an interval needs at least 5`, held: false })
    }
  })

  test('it says on how many pairs it rests where some are unscored', () => {
    const some = gatedOf([...Array.from({ length: 30 }, () => pairOf(0)), { a: null, b: 1 }, { a: 1, b: null }, { a: null, b: null }])
    expect(check('worse', some).text).toContain(', on 30 of 33 pairs')
    expect(check('drop=0.5', some).text).toContain(', on 30 of 33 pairs')
  })

  test.each(['', 'better', 'drop', 'drop=', 'drop=x', 'drop=-1', 'drop=2', 'drop=1e', 'worse=', 'worse=2', 'worse=-0.02'])(
    '%j is refused, saying what is due',
    (text) => {
      expect(() => parseFailIf(text)).toThrow(/write worse .*, worse=0\.02 .*, or drop=0\.02/)
    },
  )
})

describe('--fail-if on several runs beside a baseline', () => {
  test('says what verdicts and intervals say, in every simulated comparison', () => {
    const random = seededRandom(11)
    const seen = { worse: 0, held: 0 }
    for (let draw = 0; draw < 60; draw += 1) {
      const rows = Array.from({ length: 12 + (draw % 5) * 12 }, () => ({
        values: [0, 0, 0.15, 0.3].map((behind) => (random() < 0.8 - behind ? 1 : Math.round(random() * 5) / 5)),
      }))
      for (const direction of ['maximize', 'minimize'] as const) {
        const { standings, noInterval, clusters, used } = rankRuns(rows, { runs: 4, direction, baseline: 0 })
        for (const { interval, p, verdict, detectable } of standings) {
          if (verdict === null || interval === null) continue
          const unscored = { onlyInA: 0, onlyInB: 0, inBoth: 0 }
          const gated = { interval, noInterval, p, verdict, detectable, clusters, pairs: used, unscored, direction }
          const [worst, best] = direction === 'maximize' ? [interval.lo, interval.hi] : [-interval.hi, -interval.lo]
          expect(check('worse', gated).held).toBe(!((p ?? 9) < 0.05 && best < 0))
          expect(check('worse', gated).held).toBe(verdict !== 'worse')
          expect(check('worse=0.05', gated).held).toBe(!(best < -0.05))
          expect(check('drop=0.1', gated).held).toBe(!(worst < -0.1))
          seen[verdict === 'worse' ? 'worse' : 'held'] += 1
        }
      }
    }
    expect(seen.worse).toBeGreaterThan(20)
    expect(seen.held).toBeGreaterThan(50)
  })
})
