import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Bundler } from './bundlers.ts'
import { type JudgeServers, startJudgeServers } from './judge-servers.ts'
import { run } from './run.ts'
import { unpackedProject } from './unpacked-project.ts'
import { versionOf } from './workspace.ts'

const sources = fileURLToPath(new URL('programs/', import.meta.url))
const programs = ['evaluate', 'metrics', 'judged-metrics', 'openai', 'azure', 'anthropic', 'ollama', 'recorded', 'named-judge']
const byJudge = { value: 0.5, reason: '1 of 2 claims are supported by the retrieved contexts.' }
/** What the folder says that a bundle is run in: the version of an app of the user's. */
const APP = { name: 'app', version: '7.7.7', private: true }

/** What `metrics` scores of a row that has everything, by metric. */
export const byMetric = {
  context_recall: 1,
  non_llm_context_recall: 1,
  non_llm_context_precision: 1,
  non_llm_average_precision_retrieved: 1,
  id_based_context_recall: 1,
  id_based_context_precision: 1,
  'recall@5': 1,
  'precision@5': 0.2,
  'hit@5': 1,
  mrr: 1,
  'ndcg@5': 1,
  average_precision: 1,
  average_precision_retrieved: 1,
  first_scored: 1,
  weighted_mean: 1,
  f1: 1,
  mapped: 1,
  contains: 1,
  icontains: 1,
  contains_any: 1,
  contains_all: 1,
  icontains_any: 1,
  icontains_all: 1,
  equals: 1,
  starts_with: 1,
  regex: 1,
  is_json: 1,
  contains_json: 1,
  levenshtein: 1,
}

/** What `judged-metrics` scores, by a judge that says yes to all it is asked. */
export const byJudgedMetric = {
  faithfulness: 1,
  factual_correctness: 1,
  factual_precision: 1,
  factual_recall: 1,
  context_precision: 1,
  context_relevance: 1,
  answer_relevancy: 1,
  context_entity_recall: 1,
  hallucination: 0,
  self_knowledge: 0,
  noise_sensitivity: 0,
  noise_sensitivity_irrelevant: 0,
  claim_utilization: 1,
  factuality: 1,
  llm_rubric: 1,
}

/** Bundles every program in a project where Assay was installed, and runs what comes out in a folder where nothing is. */
export function testBundlers(bundlers: readonly Bundler[]): void {
  let folder = ''
  let servers: JudgeServers
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-bundles-'))
    const project = join(folder, 'project')
    cpSync(sources, project, { recursive: true })
    await unpackedProject(project, inject('packed'))
    servers = await startJudgeServers()
  })
  afterAll(async () => {
    await servers[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  describe.each(bundlers)('what $name makes of programs', ({ name, extension, bundle }) => {
    let elsewhere = ''
    let warnings: string[] = []
    beforeAll(async () => {
      elsewhere = join(folder, name.replaceAll(/\W/g, ''))
      const out = join(elsewhere, 'dist')
      mkdirSync(out, { recursive: true })
      warnings = await bundle(join(folder, 'project'), programs, out)
      // One folder up, where a bundled file would look for its package.
      writeFileSync(join(elsewhere, 'package.json'), JSON.stringify(APP))
    })

    const printedBy = async (program: string): Promise<unknown> => {
      const { out, err } = await run('node', [`dist/${program}${extension}`], { cwd: elsewhere, env: servers.env })
      expect(err).toBe('')
      return JSON.parse(out)
    }

    it('is made without a warning', () => expect(warnings).toEqual([]))

    it('evaluates, and knows the version of Assay where no package is installed', async () => {
      expect(readdirSync(elsewhere)).not.toContain('node_modules')
      expect(await printedBy('evaluate')).toEqual({ version: versionOf('@assay/runner'), mean: 0.5 })
    })

    it('scores by every metric', async () => {
      expect(await printedBy('metrics')).toEqual(byMetric)
      expect(await printedBy('judged-metrics')).toEqual(byJudgedMetric)
    })

    it.each(['openai', 'azure', 'anthropic', 'ollama', 'recorded'])('asks a judge: %s', async (provider) => {
      expect(await printedBy(provider)).toEqual(byJudge)
    })

    it('asks judges that are named by their ids', async () => {
      expect(await printedBy('named-judge')).toEqual({ 'openai:m': 0.5, 'anthropic:m': 0.5, 'ollama:m': 0.5, context_recall: 0.5 })
    })
  })
}
