import { expect, it } from 'vitest'
import { configFiles, oneTest } from '../__fixtures__/config-files.ts'
import { run } from '../__fixtures__/promptfoo-run.ts'

const assert = '- { type: context-recall, threshold: 1, value: "The gate closes at ten." }'

it('a test without contexts is unscored, and neither passes nor fails, also under not-', async () => {
  const { results } = await run(
    configFiles(oneTest(`${assert}\n- { type: not-context-recall, threshold: 1, value: "Fires." }`, 'query: x')),
  )
  expect(results).toMatchObject([
    {
      scores: { context_recall: { status: 'unscored', cause: 'missing_field', passed: null }, not_context_recall: { passed: null } },
      gate: { value: null, passed: null },
    },
  ])
  expect(results[0]?.scores['context_recall']?.reason).toMatch(
    /^context_recall reads the variable "context", and this test has none\. Give it among the test's vars .*contextTransform: output\.context\.$/,
  )
})
