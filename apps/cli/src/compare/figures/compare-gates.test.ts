import { describe, expect, test } from 'vitest'
import { checkFailIf, parseFailIf } from './compare-gates.ts'

const gated = (lo: number, hi: number, direction: 'maximize' | 'minimize' = 'maximize') => ({
  interval: { lo, hi, method: 't-pseudo-clusters', unit: 'row', clusters: 30, level: 0.95, few: false } as const,
  noInterval: null,
  pairs: 30,
  unscored: { onlyInA: 0, onlyInB: 0, inBoth: 0 },
  direction,
})

describe('--fail-if', () => {
  test('worse fails where the whole interval lies below 0, and only there', () => {
    const worse = parseFailIf('worse')
    expect(checkFailIf(worse, 'm', gated(-0.2, -0.001))).toEqual({ text: 'm worse: [-0.200, -0.001] lies below 0', held: false })
    expect(checkFailIf(worse, 'm', gated(-0.2, 0)).held).toBe(true)
    expect(checkFailIf(worse, 'm', gated(-0.2, 0.1)).held).toBe(true)
  })

  test('drop fails where so great a drop is not excluded', () => {
    const drop = parseFailIf('drop=0.02')
    expect(checkFailIf(drop, 'm', gated(-0.021, 0.3)).text).toBe('m drop=0.02: [-0.021, +0.300] does not exclude such a drop')
    expect(checkFailIf(drop, 'm', gated(-0.021, 0.3)).held).toBe(false)
    expect(checkFailIf(drop, 'm', gated(-0.02, -0.01)).held).toBe(true)
  })

  test('where lower is better, a rise is what fails', () => {
    expect(checkFailIf(parseFailIf('worse'), 'm', gated(0.01, 0.2, 'minimize')).held).toBe(false)
    expect(checkFailIf(parseFailIf('worse'), 'm', gated(-0.2, -0.01, 'minimize')).held).toBe(true)
    expect(checkFailIf(parseFailIf('drop=0.1'), 'm', gated(-0.2, 0.05, 'minimize')).held).toBe(true)
    expect(checkFailIf(parseFailIf('drop=0.1'), 'm', gated(-0.2, 0.11, 'minimize')).text).toContain('such a rise')
  })

  test('without an interval it fails and says why', () => {
    const few = { ...gated(0, 0), interval: null, noInterval: '3 rows: an interval needs at least 5' }
    for (const gate of ['worse', 'drop=0.02']) {
      expect(checkFailIf(parseFailIf(gate), 'm', few)).toEqual({
        text: `m ${gate}: cannot be told. 3 rows: an interval needs at least 5`,
        held: false,
      })
    }
  })

  test('it says on how many pairs it rests where some are unscored', () => {
    const some = { ...gated(0, 0.1), unscored: { onlyInA: 1, onlyInB: 4, inBoth: 5 } }
    expect(checkFailIf(parseFailIf('worse'), 'm', some).text).toContain(', on 30 of 40 pairs')
  })

  test.each(['', 'better', 'drop', 'drop=', 'drop=x', 'drop=-1', 'drop=2', 'drop=1e', 'worse=1'])(
    '%j is refused, saying what is due',
    (text) => {
      expect(() => parseFailIf(text)).toThrow(/write worse .* or drop=0\.02/)
    },
  )
})
