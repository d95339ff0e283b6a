import { test } from 'node:test'
import { assertContextRecall, assertIdBasedContextRecall } from '../index.ts'
import { halfJudge, oslo } from './judge.ts'

test('holds', async () => {
  await assertContextRecall(oslo, { atLeast: 0.5, judge: halfJudge })
})

test('fails', async () => {
  await assertContextRecall(oslo, { atLeast: 0.8, judge: halfJudge })
})

test('fails at once', () => {
  assertIdBasedContextRecall(oslo, { atLeast: 0.5 })
})
