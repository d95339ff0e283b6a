import { readFileSync } from 'node:fs'
import { type AnyMetric, type LLMAdapter, createDirectRuntime, scoreRow } from '@assay/core'
import type { ClaimExtractor, ClaimVerifier } from '@assay/judge'
import { expect, test } from 'vitest'
import { countedCalls, type GoldenCase, goldenEmbedding, goldenJudge, goldenVerifier, isOpen } from '../__fixtures__/golden-judge.ts'
import {
  answerRelevancy,
  claimUtilization,
  contextEntityRecall,
  contextPrecision,
  contextRecall,
  contextRelevance,
  factualCorrectness,
  factuality,
  faithfulness,
  hallucination,
  llmExtractor,
  llmRubric,
  llmVerifier,
  noiseSensitivity,
  selfKnowledge,
} from '../index.ts'

const { cases } = JSON.parse(readFileSync(new URL('../__fixtures__/rag-metrics.json', import.meta.url), 'utf8')) as { cases: GoldenCase[] }
/** Nothing is tried again: calls are counted. */
const runtime = createDirectRuntime({ retry: { maxAttempts: 1 } })

test('there are 170 values of 13 metrics', () => {
  expect(cases).toHaveLength(170)
  expect(new Set(cases.map(({ metric }) => metric)).size).toBe(13)
})

test.each(cases)('$id', async (given) => {
  const judge = goldenJudge(given)
  const verifier = isOpen(given) ? goldenVerifier(given) : undefined
  const score = await scoreRow(metricOf(given, judge, verifier), given.sample, runtime)
  if (typeof given.expected === 'number') {
    expect(score.status === 'scored' ? 'scored' : `${score.cause}: ${score.reason}`).toBe('scored')
    if (given.expected === 0 || given.expected === 1) expect(score.value).toBe(given.expected)
    else expect(Math.abs((score.value ?? Number.NaN) - given.expected)).toBeLessThanOrEqual(1e-9)
  } else expect(score).toMatchObject({ status: 'unscored', value: null, cause: given.expected.unscored })
  if (given.range !== undefined) expect(score).toMatchObject({ range: given.range })
  expect(countedCalls(judge.calls) + (verifier?.callCount() ?? 0)).toBe(given.calls)
})

function metricOf(given: GoldenCase, judge: LLMAdapter, verifier: ClaimVerifier | undefined): AnyMetric {
  const { threshold: _threshold, method, ...options } = given.options ?? {}
  const metric = makers[given.metric]
  if (metric === undefined) throw new Error(`no metric ${given.metric}`)
  const isByClaims = !OF_MODELS.has(given.metric) && !(given.metric === 'context_precision' && options['by'] !== 'claims')
  const steps = isByClaims ? { extractor: plainExtractor(judge), verifier: verifier ?? llmVerifier({ judge }) } : { judge }
  const embedded = method === 'questions' ? { embedding: goldenEmbedding(given) } : {}
  return metric({ ...steps, ...embedded, ...options } as never) as never
}

/** The cases are about the names of the shipped examples, and a reply that repeats one of these is an echo. */
function plainExtractor(judge: LLMAdapter): ClaimExtractor {
  return llmExtractor({ judge, prompt: { examples: [] }, answerPrompt: { examples: [] } })
}

const OF_MODELS = new Set(['context_relevance', 'answer_relevancy', 'context_entity_recall', 'factuality', 'llm_rubric'])

const makers: Readonly<Record<string, (options: never) => unknown>> = {
  context_recall: contextRecall,
  faithfulness,
  factual_correctness: factualCorrectness,
  context_precision: contextPrecision,
  context_relevance: contextRelevance,
  answer_relevancy: answerRelevancy,
  context_entity_recall: contextEntityRecall,
  hallucination,
  self_knowledge: selfKnowledge,
  noise_sensitivity: noiseSensitivity,
  claim_utilization: claimUtilization,
  factuality,
  llm_rubric: llmRubric,
}
