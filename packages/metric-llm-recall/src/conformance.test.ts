import { cascade, lexicalScreen, llmExtractor, llmVerifier, panel, sentenceExtractor, singlePassAssessor, votes } from '@assay/judge'
import { scriptedAdapter, testMetric } from '@assay/testkit'
import { describe, test } from 'vitest'
import { contextRecall } from './context-recall.ts'
import type { ContextRecallOptions } from './context-recall-options.ts'

/** Splits at sentences, and supports the first claim. */
const judge = scriptedAdapter(({ output, messages }) => {
  const asked = messages.at(-1)?.parts.at(-1)?.text ?? ''
  const usage = {
    calls: 1,
    inputTokens: asked.length,
    cachedInputTokens: 0,
    cacheWriteTokens: null,
    outputTokens: 9,
    reasoningTokens: null,
  }
  if (output?.name === 'claims') return { text: JSON.stringify({ claims: ['Oslo is a city.', 'Oslo is in Norway.'] }), usage }
  const judged = (about: object, supported: boolean) => ({ ...about, reason: 'r', evidence: [], supported })
  if (output?.name === 'claims_and_verdicts') {
    const claims = ['Oslo is a city.', 'Oslo is in Norway.'].map((text, at) => judged({ text }, at === 0))
    return { text: JSON.stringify({ claims }), usage }
  }
  const ids = [...asked.matchAll(/ id="(c\d+)"/g)].map(([, id = '']) => id)
  const verdicts = ids.map((claim) => judged({ claim }, claim === 'c1'))
  return { text: JSON.stringify({ verdicts }), usage }
})

const extractor = llmExtractor({ judge })
const named = (modelId: string) => ({ ...judge, modelId, fingerprint: { ...judge.fingerprint, model: modelId } })
const others = [named('a'), named('b')]
const forms: readonly (readonly [name: string, options: ContextRecallOptions, long: ContextRecallOptions])[] = [
  ['in a batch', { judge }, { extractor, verifier: llmVerifier({ judge }) }],
  ['per claim', { judge, strategy: 'per-claim' }, { extractor, verifier: llmVerifier({ judge, strategy: 'per-claim' }) }],
  ['in a single pass', { judge, strategy: 'single-pass' }, { assessor: singlePassAssessor({ judge }) }],
  ['with votes', { judge, votes: 3 }, { extractor, verifier: votes(judge, 3) }],
  ['by a panel', { judge: panel([judge, ...others]), claims: extractor }, { extractor, verifier: panel([judge, ...others]) }],
  [
    'in a cascade',
    { judge: cascade(lexicalScreen(), judge) },
    { extractor: sentenceExtractor(), verifier: cascade(lexicalScreen(), judge) },
  ],
]

describe.each(forms)('recall by claims %s is a Metric', (_name, options, long) => {
  const checks = testMetric(
    contextRecall(options),
    [
      { reference: 'Oslo is a city in Norway.', retrievedContexts: ['Oslo is a city.'], userInput: 'What is Oslo?' },
      { reference: 'Oslo is a city in Norway.', retrievedContexts: ['', 'Oslo.', 'Oslo.'], response: 'A city.' },
      { reference: ' ', retrievedContexts: ['Oslo is a city.'] },
    ],
    {
      rebuild: () => contextRecall(long) as never,
    },
  )
  for (const { name, run } of checks) test(name, run)
})
