import { expect, it } from 'vitest'
import { configFiles } from '../__fixtures__/config-files.ts'
import { kittenOrJudging, targetConfig } from '../__fixtures__/kitten-target.ts'
import { run } from '../__fixtures__/promptfoo-run.ts'

it.each([
  ['sitting', '', 1],
  ['sitting', ', threshold: 3', 1],
  ['sitting', ', threshold: 2', 0],
  ['something much longer', '', 0],
])('levenshtein to %s%s is %d', async (value, threshold, expected) => {
  const { results } = await run(configFiles(targetConfig(`- { type: levenshtein, value: ${value}${threshold} }`)), {
    answer: kittenOrJudging,
  })
  expect(results[0]?.scores['levenshtein']).toMatchObject({ value: expected, passed: expected === 1, detail: { response: 'kitten' } })
})
