import '@assay/vitest'
import { idBasedContextRecall, recallAtK } from '@assay/metric-id-recall'
import { expect, it } from 'vitest'
import { halfJudge, oslo, rambler } from './judge.ts'

it('claims', async () => {
  await expect(oslo).toHaveContextRecall({ atLeast: 0.8, judge: halfJudge })
})

it('claims, negated', async () => {
  await expect(oslo).not.toHaveContextRecall({ atLeast: 0.5, judge: halfJudge })
})

it('contexts', async () => {
  await expect(oslo).toHaveNonLlmContextRecall({ atLeast: 0.8 })
})

it('ids', () => {
  expect(oslo).toHaveIdBasedContextRecall({ atLeast: 0.5 })
})

it('any metric', async () => {
  await expect(oslo).toScore(recallAtK({ k: 1 }), { atLeast: 0.9 })
})

it('unscored', async () => {
  await expect(oslo).toHaveContextRecall({ atLeast: 0, judge: rambler })
})

it('unscored, negated', async () => {
  await expect(oslo).not.toHaveContextRecall({ atLeast: 0.8, judge: rambler })
})

it('unscored at once, negated', () => {
  expect({ ...oslo, referenceContextIds: [] }).not.toHaveIdBasedContextRecall({ atLeast: 0.8 })
})

it('a missing field', async () => {
  await expect({ reference: 'Oslo is in Norway.' }).not.toScore(idBasedContextRecall(), { atLeast: 0.5 })
})

it('not awaited', () => {
  void expect(oslo).toHaveContextRecall({ atLeast: 0.9, judge: halfJudge })
})
