import { resolve } from 'node:path'
import { configFormatOf, type Environment, readConfigDocument, readConfigText } from '@assay/config-kit'
import { AssayError, type Sample, type SimilarityFn } from '@assay/core'
import type { RowChecks } from '@assay/runner'
import { ownAssertions } from './tests/assertion-kind.ts'
import { createCheckBuilder, nobodyJudges } from './checks/check-builder.ts'
import { configShape, unreadNames } from './reading/config-shapes.ts'
import { createGraders, type Judge } from './models/graders.ts'
import { createNotes } from './reading/notes.ts'
import type { ModelConfig } from './models/provider-config.ts'
import { opened, placeOfConfig, type Reading } from './reading/reading.ts'
import { createRowBuilder, type PromptfooRow } from './checks/row-builder.ts'
import { type TargetChoice, targetChoices } from './models/targets.ts'
import { defaultTestOf, type TestCase, testCasesOf } from './tests/test-case.ts'
import { rawTests } from './tests/test-sources.ts'

export type ReadPromptfooOptions = {
  /** Who judges, whatever the file says. */
  readonly judge?: Judge | undefined
  /** Makes the models that the file names, as a catalog does. */
  readonly judgeFrom: (model: ModelConfig) => Promise<Judge>
  /** Makes `embedding:<provider>:<model>`, as a catalog does. */
  readonly similarityFrom: (id: string) => Promise<SimilarityFn>
  /** Ask the target for every row, although no assertion needs its answer. Default false. */
  readonly generate?: boolean | undefined
  /** Files may stand outside the folder of the configuration, and its servers get keys of the environment. Default false. */
  readonly trustConfig?: boolean | undefined
  readonly environment?: Environment | undefined
  /** Environment variables whose values a provider sends by itself: they never go to a server that only the file names. */
  readonly ambientVariables: (provider: string) => readonly string[]
}

export type PromptfooRun = {
  /** One for each test case that has an assertion of ours. */
  readonly rows: readonly (Sample & { readonly id: string })[]
  /** For `evaluate`: the assertions of each row as checks. */
  readonly metrics: (sample: { readonly id: string }) => RowChecks
  /** Whether some row takes its contexts from a part of what a model answers: an answer that is made up has no such part. */
  readonly readsPartsOfAnswers: boolean
  /** What was left out or decided, each once, with its line. */
  readonly notes: readonly string[]
  /** What was read: the configuration and the files that it names. */
  readonly files: readonly string[]
}

/**
 * Reads a promptfoo configuration: its recall assertions, and those on texts, as rows and checks for `evaluate`. No code in it is run.
 * @throws AssayError `config` with file, line and path of what cannot be read.
 */
export async function readPromptfooConfig(path: string, options: ReadPromptfooOptions): Promise<PromptfooRun> {
  const { judge, judgeFrom, similarityFrom, generate = false, trustConfig = false, environment = process.env, ambientVariables } = options
  const { file, folder } = placeOfConfig(resolve(path))
  const notes = createNotes()
  const reading: Reading = { folder, trustConfig, environment, ambientVariables, notes, files: new Set([resolve(path)]) }
  const { value, source } = opened(readConfigDocument(readConfigText(path), { file, format: configFormatOf(path) ?? 'yaml' }))
  const config = source.read(value, configShape)
  for (const name of unreadNames(config, configShape)) notes.add(`${JSON.stringify(name)} is not read`, source.place([name]))

  const defaults = defaultTestOf(config.defaultTest, source.at(['defaultTest']), reading)
  const cases = rawTests(config.tests, source.at(['tests']), reading).flatMap((raw) => testCasesOf(raw, defaults, reading))
  const graders = createGraders({ judge, judgeFrom }, reading, nobodyJudges)
  const builder = createRowBuilder({ checks: createCheckBuilder({ graders, similarityFrom, reading }), reading, generate })

  const rows: PromptfooRow[] = []
  let choices: readonly TargetChoice[] | undefined
  let without = 0
  let readsPartsOfAnswers = false
  for (const [index, test] of cases.entries()) {
    const own = ownAssertions(test, reading)
    if (own.length === 0) {
      without += 1
      continue
    }
    const isAsked = needsAnswer(
      test,
      own.some(({ readsOutput }) => readsOutput),
      generate,
    )
    if (isAsked) choices ??= await choicesOf()
    if (isAsked && own.some(({ contextPath, readsOutput }) => contextPath !== undefined && readsOutput)) readsPartsOfAnswers = true
    for (const choice of isAsked ? (choices ?? []) : [undefined]) {
      const row = await builder.build({ test, own, choice, id: `test-${index + 1}${choice?.label ?? ''}` })
      if (row === undefined) without += 1
      else rows.push(row)
    }
  }
  if (without > 0)
    notes.add(
      `${without} of ${cases.length} ${cases.length === 1 ? 'test' : 'tests'} ${without === 1 ? 'has no assertion that Assay checks: it is' : 'have no assertion that Assay checks: they are'} left out`,
    )
  if (rows.length === 0) throw nothingToCheck(file, notes.all())
  const byId = new Map(rows.map((row) => [row.sample.id, row.checks]))
  return {
    rows: rows.map(({ sample }) => sample),
    metrics: ({ id }) => byId.get(id) ?? { checks: [] },
    readsPartsOfAnswers,
    notes: notes.all(),
    files: [...reading.files],
  }

  async function choicesOf(): Promise<TargetChoice[]> {
    const name = config.providers === undefined && config.targets !== undefined ? 'targets' : 'providers'
    const made = await targetChoices({
      prompts: { value: config.prompts, source: source.at(['prompts']) },
      providers: { value: config[name], source: source.at([name]) },
      judgeFrom,
      reading,
    })
    const asked = [...new Set(made.map(({ adapter }) => `${adapter.provider}:${adapter.modelId}`))].join(', ')
    notes.add(
      generate
        ? `${asked} answers the prompt of every row, as asked for`
        : `${asked} answers the prompts of rows whose assertions are about the answer`,
    )
    return made
  }
}

/** A test that brings its own output needs none. */
function needsAnswer({ providerOutput }: TestCase, readsOutput: boolean, generate: boolean): boolean {
  return (providerOutput === undefined || providerOutput === null) && (readsOutput || generate)
}

function nothingToCheck(file: string, notes: readonly string[]): AssayError {
  return new AssayError({
    kind: 'config',
    message: [`${file} holds no test with an assertion that Assay checks: context-recall, levenshtein or similar.`, ...notes].join('\n'),
  })
}
