import { readFileSync } from 'node:fs'
import { type AnyMetric, createDirectRuntime, type LLMAdapter, type Score, scoreRow } from '@assay/core'
import { type FakeServer, startFakeAnthropic, startFakeOllama, startFakeOpenAI } from '@assay/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { type GoldenReplies, goldenReply, type GoldenRow } from '../__fixtures__/golden-judge.ts'
import { wireCall } from '../__fixtures__/wire-call.ts'
import {
  answerRelevancy,
  claimUtilization,
  contextEntityRecall,
  contextPrecision,
  contextRelevance,
  createAnthropic,
  createOllama,
  createOpenAI,
  factualCorrectness,
  factuality,
  faithfulness,
  hallucination,
  llmRubric,
  noiseSensitivity,
  selfKnowledge,
} from '../index.ts'

const { rows } = JSON.parse(readFileSync(new URL('../__fixtures__/rag-metrics.json', import.meta.url), 'utf8')) as { rows: GoldenRow[] }
const family = rows.find(({ id }) => id === 'shared-whole-family')
const sample = family?.sample ?? {}
const useful = { k1: true, k2: true, k3: false }
const judge: GoldenReplies = {
  ...family?.judge,
  useful,
  relevant: { ...useful, k1s1: true, k2s1: true, k3s1: false },
  relevantClaims: { c1: true, c2: true, c3: false, c4: true },
  questions: { questions: ['Who built it?', 'When was it built?', 'Who built it, and when?'], declines: false },
  entities: ['Ida Morn', 'Harle bridge', '1902', '1904', 'Wendt', 'Tamsel'],
  mentioned: { e6: false },
  category: 'subset',
  rubric: { pass: true, score: 0.75 },
}

const metricsOf = (model: LLMAdapter): readonly AnyMetric[] =>
  [
    faithfulness({ judge: model }),
    factualCorrectness({ judge: model }),
    factualCorrectness({ judge: model, mode: 'precision' }),
    factualCorrectness({ judge: model, mode: 'recall' }),
    hallucination({ judge: model }),
    selfKnowledge({ judge: model }),
    noiseSensitivity({ judge: model }),
    noiseSensitivity({ judge: model, mode: 'irrelevant' }),
    claimUtilization({ judge: model }),
    contextPrecision({ judge: model }),
    contextPrecision({ judge: model, by: 'claims' }),
    contextRelevance({ judge: model }),
    contextRelevance({ judge: model, unit: 'sentence' }),
    contextEntityRecall({ judge: model }),
    answerRelevancy({ judge: model }),
    factuality({ judge: model }),
    llmRubric({ judge: model, rubric: 'Names a builder.' }),
  ] as never

async function judges(reply: (request: { body: unknown }) => string): Promise<{ server: FakeServer; adapter: LLMAdapter }[]> {
  const [openai, anthropic, ollama] = [
    await startFakeOpenAI((request) => reply(request)),
    await startFakeAnthropic((request) => reply(request)),
    await startFakeOllama((request) => reply(request)),
  ]
  for (const server of [openai, anthropic, ollama]) onTestFinished(() => server.close())
  return [
    { server: openai, adapter: createOpenAI({ baseURL: openai.url, apiKey: 'k' })('m') },
    { server: anthropic, adapter: createAnthropic({ baseURL: anthropic.url, apiKey: 'k' })('m') },
    { server: ollama, adapter: createOllama({ host: ollama.url })('m') },
  ]
}

test('the same sample with the same replies gets the same values, reasons and evidence through all three providers', async () => {
  const reply = goldenReply(sample, judge)
  // Relevance is asked by the prompt of usefulness, without an answer.
  const relevance = goldenReply(sample, judge, 'context_relevance')
  const asked = await judges((request) => {
    const call = wireCall(request as never)
    return (JSON.stringify(call).includes('<answer-') ? reply : relevance)(call)
  })
  const runs: unknown[][] = []
  for (const { adapter } of asked) {
    const scores: Score[] = []
    for (const metric of metricsOf(adapter)) scores.push(await scoreRow(metric, sample, createDirectRuntime()))
    expect(scores.map(({ reason, status }) => (status === 'scored' ? status : reason))).toEqual(scores.map(() => 'scored'))
    runs.push(scores.map(comparable))
  }
  expect(runs[1]).toEqual(runs[0])
  expect(runs[2]).toEqual(runs[0])
})

/** A score without what names the judge, and without counts that only some vendors report. */
function comparable({ usage, signature: _named, ...rest }: Score): unknown {
  return JSON.parse(JSON.stringify({ ...rest, calls: usage.calls }).replaceAll(/(?:openai|anthropic|ollama):m/g, 'judge'))
}
