import { describe, expect, it } from 'vitest'
import goldens from '../__fixtures__/text-checks.json' with { type: 'json' }
import { complaint } from '../__fixtures__/complaint.ts'
import { run } from '../__fixtures__/promptfoo-run.ts'

/** A configuration of one test whose output is given. */
const config = (test: object) => ({ 'promptfooconfig.yaml': JSON.stringify({ tests: [test] }) })

describe('an assertion on a text', () => {
  it.each(goldens.cases.map((golden) => [golden.id, golden] as const))('%s', async (_id, golden) => {
    const { type, output, expected } = golden
    const assert = [{ type, ...('value' in golden ? { value: golden.value } : {}) }]
    const ran = run(config({ providerOutput: output, assert }))
    if (typeof expected === 'object') {
      expect(await complaint(ran)).toMatch(/^promptfooconfig\.yaml:1: tests\[0\]\.assert\[0\]\.value: /)
      return
    }
    const [row] = (await ran).results
    expect(row?.skipped).toBeUndefined()
    expect(row?.gate).toEqual({ value: expected, passed: expected === 1 })
  })
})

describe('a row of assertions', () => {
  it.each(goldens.rows.map((golden) => [golden.id, golden] as const))('%s', async (_id, golden) => {
    const { assert, output, expected } = golden
    const threshold = 'threshold' in golden ? { threshold: golden.threshold } : {}
    const { results } = await run(config({ providerOutput: output, assert, ...threshold }))
    const [row] = results
    const scores = Object.values(row?.scores ?? {})
    const counted = scores.map(({ value, check }) => (check?.negate === true ? 1 - (value ?? Number.NaN) : value))
    expect(counted).toEqual(expected.values)
    if (expected.passed === null) expect(row?.gate).toBeUndefined()
    else {
      expect(row?.gate?.value).toBeCloseTo(expected.value, 9)
      expect(row?.gate?.passed).toBe(expected.passed)
    }
  })

  it('two of one name are two scores', async () => {
    const golden = goldens.rows.find(({ id }) => id === 'row-metric-names')!
    const { results } = await run(config({ providerOutput: golden.output, assert: golden.assert }))
    expect(Object.keys(results[0]?.scores ?? {})).toEqual(['opening', 'opening#2', 'bell'])
  })
})
