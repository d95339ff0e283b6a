import { describe, expect, it } from 'vitest'
import { tierFault } from './tiers.ts'

const at = (from: string, to: string, isTest = false) => tierFault({ from, to, file: 'x.ts', isTest })

describe('the tiers', () => {
  it('let arrows point down', () => {
    expect(at('@assay/runner', '@assay/core')).toBeUndefined()
    expect(at('assay', '@assay/reporters')).toBeUndefined()
    expect(at('@assay/metric-llm-recall', '@assay/judge')).toBeUndefined()
    expect(at('@assay/metric-llm-recall', '@assay/metric-kit')).toBeUndefined()
  })

  it('refuse arrows that point up or sideways', () => {
    expect(at('@assay/core', '@assay/text')).toMatch(/arrows point down only/)
    expect(at('@assay/provider-openai', '@assay/metric-id-recall')).toMatch(/arrows point down only/)
    expect(at('@assay/judge', '@assay/similarity')).toMatch(/arrows point down only/)
    expect(at('@assay/metric-kit', '@assay/metric-llm-recall')).toMatch(/arrows point down only/)
    expect(at('@assay/metric-llm-answer', '@assay/metric-llm-recall')).toMatch(/arrows point down only/)
  })

  it('keep SDKs in their provider and zod out of the fast metrics', () => {
    expect(at('@assay/provider-openai', 'openai')).toBeUndefined()
    expect(at('@assay/metric-llm-recall', 'openai')).toMatch(/must not import openai/)
    expect(at('@assay/metric-id-recall', 'zod')).toMatch(/must not import zod/)
    const entry = { from: '@assay/metric-id-recall', to: 'zod', isTest: false }
    expect(tierFault({ ...entry, file: 'packages/metric-id-recall/src/entry.ts' })).toBeUndefined()
    expect(tierFault({ ...entry, file: 'packages/metric-id-recall/src/recall-at-k.ts' })).toMatch(/must not import zod/)
  })

  it('let testkit import only core, and only tests import testkit', () => {
    expect(at('@assay/testkit', '@assay/judge')).toMatch(/only core/)
    expect(at('@assay/provider-openai', '@assay/testkit')).toMatch(/for tests/)
    expect(at('@assay/provider-openai', '@assay/testkit', true)).toBeUndefined()
  })

  it('ask for a floor where a new package has none', () => {
    expect(at('@assay/attic', '@assay/core')).toMatch(/give it one/)
  })
})
