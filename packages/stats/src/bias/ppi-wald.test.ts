import { expect, test } from 'vitest'
import fixture from '../__fixtures__/ppi-wald.json' with { type: 'json' }
import { ppiWald } from './ppi-wald.ts'

test.each(fixture.cases)('$id has the estimate worked out by hand', ({ human, judge, judgeUnlabelled, lambda, expected }) => {
  const found = ppiWald({ human, judge, judgeUnlabelled }, { lambda: lambda === 'tuned' ? lambda : Number(lambda) })
  expect(found).toEqual({
    estimate: expect.closeTo(expected.estimate, 12),
    standardError: expect.closeTo(expected.standardError, 12),
    lo: expect.closeTo(expected.low, 12),
    hi: expect.closeTo(expected.high, 12),
    lambda: expect.closeTo(expected.lambda, 12),
    lambdaBeforeClipping: typeof expected.lambdaBeforeClipping === 'number' ? expect.closeTo(expected.lambdaBeforeClipping, 12) : null,
    reason: null,
  })
})

test('a higher level makes it longer', () => {
  const rows = { human: [1, 0, 1, 1], judge: [1, 0, 0, 1], judgeUnlabelled: [1, 0, 1, 1, 0] }
  const [narrow, wide] = [ppiWald(rows, { level: 0.8 }), ppiWald(rows, { level: 0.99 })]
  expect(narrow.reason === null && wide.reason === null && wide.hi - wide.lo > narrow.hi - narrow.lo).toBe(true)
})

test('without two rows on either side there is none, and the reason says so', () => {
  expect(ppiWald({ human: [1], judge: [1], judgeUnlabelled: [1, 0] })).toEqual({ estimate: null, reason: 'fewer than two labelled rows' })
  expect(ppiWald({ human: [1, 0], judge: [1, 1], judgeUnlabelled: [1] })).toEqual({
    estimate: null,
    reason: 'fewer than two unlabelled rows',
  })
})

test('what is no score, no lambda, no level is refused', () => {
  expect(() => ppiWald({ human: [1], judge: [], judgeUnlabelled: [] })).toThrow('1 human scores for 0 of the judge')
  expect(() => ppiWald({ human: [1, 2], judge: [1, 0], judgeUnlabelled: [] })).toThrow('human[1] is 2')
  const rows = { human: [1, 0], judge: [1, 0], judgeUnlabelled: [1, 0] }
  expect(() => ppiWald(rows, { lambda: Number.NaN })).toThrow('lambda = NaN')
  expect(() => ppiWald(rows, { level: 0 })).toThrow('the level 0')
})
