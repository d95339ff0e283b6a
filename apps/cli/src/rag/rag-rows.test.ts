import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AnyMetric, AssayError, type LLMAdapter, type Score } from '@assay/core'
import { startFakeOpenAI } from '@assay/testkit'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { goldenReply, type GoldenRow } from '../__fixtures__/golden-judge.ts'
import { wireCall } from '../__fixtures__/wire-call.ts'
import {
  answerRelevancy,
  claimUtilization,
  contextPrecision,
  contextRecall,
  createOpenAI,
  evaluate,
  factualCorrectness,
  faithfulness,
  hallucination,
  llmExtractor,
  llmVerifier,
  noiseSensitivity,
  openReplyStore,
  selfKnowledge,
} from '../index.ts'

const { rows } = JSON.parse(readFileSync(new URL('../__fixtures__/rag-metrics.json', import.meta.url), 'utf8')) as { rows: GoldenRow[] }
const folder = mkdtempSync(join(tmpdir(), 'assay-rag-rows-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const makers: Readonly<Record<string, (options: never) => unknown>> = {
  context_recall: contextRecall,
  faithfulness,
  factual_correctness: factualCorrectness,
  context_precision: contextPrecision,
  answer_relevancy: answerRelevancy,
  hallucination,
  self_knowledge: selfKnowledge,
  noise_sensitivity: noiseSensitivity,
  claim_utilization: claimUtilization,
}

function metricsOf({ metrics }: GoldenRow, judge: LLMAdapter): AnyMetric[] {
  // The rows are about the names of the shipped examples, and a reply that repeats one of these is an echo.
  const plain = { examples: [] }
  return metrics.map(({ name, metric, options = {} }) => {
    const steps =
      metric === 'answer_relevancy'
        ? { judge, prompts: { answerClaims: plain } }
        : { extractor: llmExtractor({ judge, prompt: plain, answerPrompt: plain }), verifier: llmVerifier({ judge }) }
    return makers[metric]?.({ ...steps, ...options, name } as never) as AnyMetric
  })
}

/** A server that says of the row what its golden says, and its scores by a run over it. */
async function judged(row: GoldenRow, metricNames?: readonly string[]) {
  const reply = goldenReply(row.sample, row.judge ?? {})
  const server = await startFakeOpenAI((request) => {
    try {
      return reply(wireCall(request))
    } catch (error) {
      // A time-out takes a clock: the judge refuses in its place.
      if (AssayError.is(error)) return { refusal: error.message }
      throw error
    }
  })
  onTestFinished(() => server.close())
  const judge = createOpenAI({ baseURL: server.url, apiKey: 'k' })('m')
  const metrics = metricsOf(row, judge).filter(({ name }) => metricNames === undefined || metricNames.includes(name))
  const store = await openReplyStore({ folder: mkdtempSync(join(folder, 'store-')), onWarning: (message) => expect.unreachable(message) })
  const run = evaluate({ data: [row.sample], metrics, store, maxRetries: 0, concurrency: 8 })
  const scores: Record<string, Score> = {}
  for await (const { result } of run) Object.assign(scores, result.scores)
  await store.close()
  return { scores, calls: server.requests.length }
}

/** Who pays for a call that several metrics make, and the number of a request, differ. */
const withoutCosts = (score: Score | undefined): unknown =>
  JSON.parse(JSON.stringify({ ...score, usage: null }).replaceAll(/req_\d+/g, 'req'))

const valueIn = (score: Score | undefined): unknown => (score?.status === 'scored' ? score.value : { unscored: score?.cause })

describe('several metrics asked of one row', () => {
  test.each(rows)('$id: each value is as alone, and each call is made once', async (row) => {
    const together = await judged(row)
    for (const [name, expected] of Object.entries(row.expected)) {
      const value = valueIn(together.scores[name])
      if (typeof expected === 'number') expect(value).toBeCloseTo(expected, 9)
      else expect(value).toEqual({ unscored: expected.unscored.replace('timeout', 'refused') })
    }
    expect(together.calls).toBe(row.calls)
    let alone = 0
    for (const { name } of row.metrics) {
      const one = await judged(row, [name])
      alone += one.calls
      expect(withoutCosts(one.scores[name])).toEqual(withoutCosts(together.scores[name]))
    }
    expect(alone).toBe(row.callsAlone)
  })
})
