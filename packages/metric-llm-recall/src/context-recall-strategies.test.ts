import { createDirectRuntime } from '@assay/core'
import { cascade, type ClaimAssessor, lexicalScreen, llmExtractor, panel } from '@assay/judge'
import { describe, expect, test } from 'vitest'
import { type Conduct, judgeOf } from './__fixtures__/judges.ts'
import { contextRecall } from './context-recall.ts'
import type { ContextRecallOptions } from './context-recall-options.ts'

const sample = {
  reference: 'The Tamsel mill was built in 1902. It stands in Brenn. Rolf Anker paid for everything.',
  retrievedContexts: ['The Tamsel mill was built in 1902.', 'Brenn lies on the Orle.'],
}
const claims = ['The Tamsel mill was built in 1902.', 'The Tamsel mill stands in Brenn.', 'Rolf Anker paid for everything.']
const honest: Conduct = { claims, supports: (id) => id === 'c1' }

type Strategy = { readonly name: string; readonly make: (conduct: Conduct, extra?: { requireQuote?: boolean }) => ContextRecallOptions }
const strategies: readonly Strategy[] = [
  { name: 'batched', make: (conduct, extra) => ({ judge: judgeOf(conduct), ...extra }) },
  { name: 'per-claim', make: (conduct, extra) => ({ judge: judgeOf(conduct), strategy: 'per-claim', ...extra }) },
  { name: 'three votes', make: (conduct, extra) => ({ judge: judgeOf(conduct), votes: 3, ...extra }) },
  { name: 'votes per claim', make: (conduct, extra) => ({ judge: judgeOf(conduct), votes: 3, strategy: 'per-claim', ...extra }) },
  {
    name: 'a panel',
    make: (conduct) => ({
      extractor: llmExtractor({ judge: judgeOf(honest) }),
      verifier: panel(['a', 'b', 'c'].map((modelId) => judgeOf(conduct, modelId))),
    }),
  },
  {
    name: 'a cascade',
    make: (conduct) => ({ extractor: llmExtractor({ judge: judgeOf(honest) }), verifier: cascade(lexicalScreen(), judgeOf(conduct)) }),
  },
]
const singlePass: Strategy = {
  name: 'single-pass',
  make: (conduct, extra) => ({ judge: judgeOf(conduct), strategy: 'single-pass', ...extra }),
}
const all = [...strategies, singlePass]

const score = (options: ContextRecallOptions) => contextRecall(options).score(sample, createDirectRuntime())

describe.each(all)('$name', ({ make }) => {
  test('an honest judge scores 1 of 3', async () => {
    expect(await score(make(honest))).toMatchObject({ status: 'scored', value: 1 / 3 })
  })

  test('an answer in prose is no verdict', async () => {
    expect(await score(make({ ...honest, distort: () => 'All claims are supported by the contexts.' }))).toMatchObject({
      status: 'unscored',
      value: null,
      cause: 'invalid_reply',
    })
  })

  test('verdicts in another order change nothing', async () => {
    const turned = await score(make({ ...honest, distort: (list) => list.toReversed() }))
    const byText = turned.detail?.verdicts?.map(({ claim, outcome }) => [
      turned.detail?.claims?.find(({ id }) => id === claim)?.text,
      outcome,
    ])
    expect(turned.value).toBe(1 / 3)
    expect(Object.fromEntries(byText ?? [])).toEqual({
      [`${claims[0]}`]: 'supported',
      [`${claims[1]}`]: 'unsupported',
      [`${claims[2]}`]: 'unsupported',
    })
  })

  test('a judge that marks all supported is seen through where its quotes are looked up', async () => {
    const credulous = { ...honest, supports: () => true, quote: 'It is all true, believe me.' }
    const believed = await score(make(credulous))
    expect(believed.value).toBe(1)
    expect(believed.detail?.verdicts?.some(({ evidence }) => evidence.some(({ verified }) => verified))).toBe(false)
    if (contextRecall(make(credulous, { requireQuote: true })).signature.includes('requireQuote')) {
      expect(await score(make(credulous, { requireQuote: true }))).toMatchObject({ value: 0, detail: { noVerifiedQuote: 3 } })
    }
  })

  test('a failing row leaves the rows beside it as they are', async () => {
    let failing = false
    const metric = contextRecall(make({ ...honest, distort: (list) => (failing ? { text: '', finishReason: 'content_filter' } : list) }))
    const runtime = createDirectRuntime()
    const before = await metric.score(sample, runtime)
    failing = true
    expect(await metric.score(sample, runtime)).toMatchObject({ status: 'unscored', cause: 'content_filter' })
    failing = false
    expect((await metric.score(sample, runtime)).value).toBe(before.value)
  })

  test('a blank reference and nothing retrieved cost no call', async () => {
    const metric = contextRecall(make({ ...honest, distort: () => 'not asked' }))
    expect(await metric.score({ ...sample, reference: ' ' })).toMatchObject({ cause: 'empty_reference', usage: { calls: 0 } })
    expect(await metric.score({ ...sample, retrievedContexts: ['', ' '] })).toMatchObject({ value: 0, usage: { calls: 0 } })
  })
})

describe.each(strategies)('$name: ids', ({ make }) => {
  const [wrongId] = [{ claim: 'c9', reason: 'r', evidence: [], supported: true }]
  test.each<[string, NonNullable<Conduct['distort']>]>([
    ['omits one', (list) => list.slice(1)],
    ['repeats one', (list) => [...list, ...list.slice(0, 1)]],
    ['invents one', (list) => [...list, wrongId]],
    ['renames one', (list) => [...list.slice(1), wrongId]],
  ])('a judge that %s twice leaves the row unscored', async (_name, distort) => {
    expect(await score(make({ ...honest, distort }))).toMatchObject({ status: 'unscored', value: null, cause: 'invalid_reply' })
  })
})

describe('single-pass', () => {
  test('says that the denominator is the judge’s', async () => {
    const metric = contextRecall(singlePass.make(honest))
    expect(metric.signature).toContain('|strategy:single-pass|')
    expect(await metric.score(sample)).toMatchObject({ detail: { strategy: 'single-pass', denominator: 'judge' }, usage: { calls: 1 } })
    expect((await score({ judge: judgeOf(honest) })).detail).toMatchObject({ strategy: 'batched', denominator: 'extractor' })
  })

  test('a claim that the judge leaves out raises the value, and shows only in what is uncovered', async () => {
    const forgetful = await score(singlePass.make({ ...honest, claims: claims.slice(0, 2) }))
    expect(forgetful).toMatchObject({ value: 1 / 2, detail: { uncovered: { sentences: ['Rolf Anker paid for everything.'] } } })
  })

  test('no claim, after one repair, is unscored', async () => {
    expect(await score(singlePass.make({ ...honest, distort: () => [] }))).toMatchObject({ cause: 'no_claims', usage: { calls: 2 } })
  })

  test('claims that contradict each other or repeat are found', async () => {
    const contradicting = singlePass.make({ ...honest, distort: (list) => [...list, { ...list[0], supported: false }] })
    expect(await score(contradicting)).toMatchObject({ cause: 'invalid_reply', reason: expect.stringContaining('two different verdicts') })
    const repeating = singlePass.make({ ...honest, distort: (list) => [...list, ...list] })
    expect(await score(repeating)).toMatchObject({ value: 1 / 3, detail: { repairs: [expect.stringContaining('3 of 6')] } })
  })
})

test('the long form takes any assessor, and holds it to its own claims', async () => {
  const assessor: ClaimAssessor = {
    id: 'mine',
    version: '1',
    signature: 'mine@1',
    assess: async () => ({
      claims: [{ id: 'c1', text: 'A b.' }],
      verdicts: [{ claim: 'c1', outcome: 'supported', decidedBy: 'mine@1', reason: '', evidence: [] }],
    }),
  }
  const metric = contextRecall({ assessor })
  expect(metric).toMatchObject({ signature: 'context_recall|strategy:mine|judge:mine@1|v1', config: null, kind: 'llm', evidence: 'judge' })
  expect(await metric.score(sample)).toMatchObject({ value: 1, detail: { strategy: 'mine', denominator: 'judge' } })
  const wrong = contextRecall({ assessor: { ...assessor, assess: async () => ({ claims: [{ id: 'c1', text: 'A b.' }], verdicts: [] }) } })
  expect(await wrong.score(sample)).toMatchObject({ cause: 'invalid_reply', reason: expect.stringContaining('no verdict for c1') })
})
