import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { LLMCall, MetricConfig } from '@assay/core'
import { lexicalScreen } from '@assay/judge'
import { evaluate, type RowResult } from '@assay/runner'
import { exact } from '@assay/similarity'
import { scriptedAdapter, type ScriptedAdapter, type ScriptedReply } from '@assay/testkit'
import { onTestFinished } from 'vitest'
import { type PromptfooRun, readPromptfooConfig, type ReadPromptfooOptions } from '../read-promptfoo-config.ts'
import { judgedMetric } from './judged-metric.ts'

/** A folder with these files, for one test. */
export function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-promptfoo-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

export type Models = {
  readonly judgeFrom: ReadPromptfooOptions['judgeFrom']
  readonly similarityFrom: ReadPromptfooOptions['similarityFrom']
  readonly metricFrom: ReadPromptfooOptions['metricFrom']
  /** The metrics that were made by name, with their options. */
  readonly metricConfigs: MetricConfig[]
  /** The adapters that were made, by id. */
  readonly made: Map<string, ScriptedAdapter>
  readonly configs: object[]
  readonly embeddings: string[]
}

/** How a judge answers that finds each of these sentences to be a claim, and supports those that stand in the call's contexts. */
export function judging(call: LLMCall): ScriptedReply {
  const texts = call.messages.flatMap(({ parts }) => parts.map(({ text }) => text))
  const question = texts.at(-1) ?? ''
  if (call.output?.name === 'claims') {
    const [, reference = ''] = /<reference[^>]*>([^]*)<\/reference/.exec(question) ?? []
    return JSON.stringify({ claims: Array.from(reference.matchAll(/[A-Z][^.<>]*\./g), ([sentence]) => sentence) })
  }
  if (call.output?.name === 'verdicts') {
    const contexts = texts.slice(1, -1).join('\n')
    const claims = Array.from(question.matchAll(/<[^>]*\bid="(c\d+)"[^>]*>\s*([^<]*?)\s*</g), ([, id = '', text = '']) => ({ id, text }))
    return JSON.stringify({ verdicts: claims.map(({ id, text }) => ({ claim: id, reason: 'r', evidence: [], supported: contexts.includes(text) })) })
  }
  return 'An answer.'
}

/** Models that are made by name and never called. */
export function models(answer: (call: LLMCall, id: string) => ScriptedReply = judging): Models {
  const made = new Map<string, ScriptedAdapter>()
  const configs: object[] = []
  const embeddings: string[] = []
  const metricConfigs: MetricConfig[] = []
  return {
    made,
    configs,
    embeddings,
    metricConfigs,
    metricFrom: async (config, { judge }) => {
      metricConfigs.push(config)
      return judgedMetric(config, judge)
    },
    judgeFrom: async (config) => {
      configs.push(config)
      const { id } = config
      if (id === 'lexical') return lexicalScreen()
      const [provider = '', ...model] = id.split(':')
      const adapter = made.get(id) ?? scriptedAdapter((call) => answer(call, id), { provider, modelId: model.join(':') })
      made.set(id, adapter)
      return adapter
    },
    similarityFrom: async (id) => {
      embeddings.push(id)
      return exact
    },
  }
}

export type Ran = PromptfooRun & { readonly results: readonly RowResult[]; readonly made: Models['made'] }

/** Reads `promptfooconfig.yaml` among these files, and runs it. */
export async function run(
  files: Readonly<Record<string, string>>,
  options: Partial<ReadPromptfooOptions> & { readonly answer?: (call: LLMCall, id: string) => ScriptedReply } = {},
): Promise<Ran> {
  const { answer, ...given } = options
  const { made, judgeFrom, metricFrom, similarityFrom } = models(answer)
  const read = await readPromptfooConfig(join(project(files), 'promptfooconfig.yaml'), {
    judgeFrom,
    metricFrom,
    similarityFrom,
    ambientVariables: () => [],
    environment: { OPENAI_API_KEY: 'test-key' },
    ...given,
  })
  const results: RowResult[] = []
  for await (const { result } of evaluate({ data: read.rows, metrics: read.metrics })) results.push(result)
  return { ...read, results, made }
}
