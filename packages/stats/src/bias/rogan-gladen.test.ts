import { expect, test } from 'vitest'
import fixture from '../__fixtures__/rogan-gladen.json' with { type: 'json' }
import * as fc from 'fast-check'
import { roganGladen } from './rogan-gladen.ts'

test.each(fixture.cases)('$id has the share worked out by hand', ({ observedRate, tpr, tnr, expected, reasons }) => {
  const { estimate, raw, reason } = roganGladen({ observedRate, tpr, tnr })
  if (expected.raw === null || expected.estimate === null) expect([estimate, raw, reason]).toEqual([null, null, reasons?.estimate])
  else expect([estimate, raw, reason]).toEqual([expect.closeTo(expected.estimate, 12), expect.closeTo(expected.raw, 12), null])
})

test('it undoes what a judge of that TPR and TNR does to any share', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(share, fc.double({ min: 0.6, max: 1, noNaN: true }), fc.double({ min: 0.6, max: 1, noNaN: true }), (p, tpr, tnr) => {
      const observedRate = Math.min(1, p * tpr + (1 - p) * (1 - tnr))
      expect(roganGladen({ observedRate, tpr, tnr }).estimate).toBeCloseTo(p, 12)
    }),
  )
})

test('what is no share is refused by name', () => {
  expect(() => roganGladen({ observedRate: 0.5, tpr: 1.2, tnr: 0.5 })).toThrow('tpr = 1.2')
})
