import type { ClaimVerifier, Verdict } from '@assay/judge'
import { describe, expect, test } from 'vitest'
import { contextRecall } from './context-recall.ts'

const mixed: readonly Partial<Verdict>[] = [
  { outcome: 'supported' },
  { outcome: 'unsupported' },
  { probability: 0.5 },
  { probability: 0.49 },
]

const screenOf = (verdicts: readonly Partial<Verdict>[], threshold?: number): ClaimVerifier => ({
  id: 'test',
  version: '3',
  signature: 'lexical@3',
  kind: 'screen',
  ...(threshold === undefined ? {} : { threshold }),
  verify: async ({ claims }) => ({
    verdicts: verdicts.map((given, index) => {
      const undecided = { claim: claims[index]?.id ?? '', outcome: 'undecided', decidedBy: 'lexical@3', reason: '', evidence: [] } as const
      return { ...undecided, ...given }
    }),
  }),
})

const four = { reference: 'One is here. Two is there. Three is gone. Four is left.', retrievedContexts: ['One is here.'] }

describe('a screen', () => {
  test('has sentences for claims, and says in its signature who it is', async () => {
    const metric = contextRecall({ judge: screenOf(mixed, 0.5) })
    expect(metric.signature).toBe('context_recall|strategy:batched|judge:lexical@3|v1')
    expect(metric).toMatchObject({ kind: 'non-llm', evidence: 'screen', config: null })
    const { detail } = await metric.score(four)
    expect(detail?.claims?.map(({ text }) => text)).toEqual(['One is here.', 'Two is there.', 'Three is gone.', 'Four is left.'])
  })

  test('counts undecided claims from its threshold on, beside the range', async () => {
    const score = await contextRecall({ judge: screenOf(mixed, 0.5) }).score(four)
    expect(score).toMatchObject({ status: 'scored', value: 0.5, range: [0.25, 0.75], usage: { calls: 0 } })
    expect(score.reason).toBe(
      '2 of 4 claims count as supported by the retrieved contexts: 1 decided as such, and 1 of 2 left undecided, at a probability of 0.5 or more.',
    )
  })

  test('has no range where all is decided', async () => {
    const all = Array.from({ length: 4 }, () => ({ outcome: 'supported' }) as const)
    const score = await contextRecall({ judge: screenOf(all, 0.5) }).score(four)
    expect(score).toMatchObject({ value: 1 })
    expect(score).not.toHaveProperty('range')
  })

  test.each([
    ['without a threshold', mixed, undefined],
    ['without a probability', [{}, {}, {}, {}], 0.5],
  ])('%s leaves undecided claims unscored', async (_name, verdicts, threshold) => {
    const score = await contextRecall({ judge: screenOf(verdicts, threshold) }).score(four)
    expect(score).toMatchObject({ status: 'unscored', cause: 'undecided', detail: { verdicts: expect.any(Array) } })
  })

  const three = mixed.slice(1)
  test.each<[string, readonly Partial<Verdict>[], string]>([
    ['too few', [{ outcome: 'supported' }], 'no verdict for c2'],
    ['one twice', [...three, { claim: 'c1' }], 'no verdict for c4; more than one verdict for c1'],
    ['an outcome of its own', [...three, { outcome: 'maybe' as 'supported' }], 'the outcome of c4 is "maybe"'],
    ['a probability above 1', [...three, { probability: 1.5 }], 'the probability of c4 is 1.5'],
  ])('that gives %s is caught', async (_name, verdicts, defect) => {
    const score = await contextRecall({ judge: screenOf(verdicts, 0.5) }).score(four)
    expect(score).toMatchObject({ status: 'unscored', cause: 'invalid_reply', reason: expect.stringContaining(defect) })
  })
})
