import { resolve } from 'node:path'
import type { Environment } from '@assay/config-kit'
import { type AssayError, type Sample, type SimilarityFn, configError } from '@assay/core'
import type { Judge } from '@assay/options'
import type { RowChecks } from '@assay/runner'
import type { AnswerChoice } from './answers/answer.ts'
import { type RecordedAnswers, recordedAnswers } from './answers/recorded-answers.ts'
import { readResults } from './answers/results-file.ts'
import { createTargets } from './answers/targets.ts'
import { type Interpreted, interpreted } from './assertions/interpret.ts'
import { createRowBuilder, type MetricFrom, type PromptfooRow } from './checks/row-builder.ts'
import { createGraders } from './models/graders.ts'
import type { ModelConfig } from './models/provider-config.ts'
import { createNotes } from './reading/notes.ts'
import { readConfig } from './reading/read-config.ts'
import { placeOfConfig, type Reading } from './reading/reading.ts'
import { readTests, testsOfRun } from './tests/read-tests.ts'
import type { TestCase } from './tests/test-case.ts'

export type ReadPromptfooOptions = {
  /** The judge, instead of the graders of the file. */
  readonly judge?: Judge | undefined
  /** Makes the models that the file names, like a catalog. */
  readonly judgeFrom: (model: ModelConfig) => Promise<Judge>
  /** Makes metrics by type and options, like a catalog: `faithfulness`, `context-relevance`, `answer-relevancy`, `factuality`, `llm-rubric`. */
  readonly metricFrom: MetricFrom
  /** Makes `embedding:<provider>:<model>`, like a catalog. */
  readonly similarityFrom: (id: string) => Promise<SimilarityFn>
  /** Call the target for every row, even if no assertion needs its answer. Default false. */
  readonly generate?: boolean | undefined
  /** A finished run, as `promptfoo eval -o results.json` writes it: its outputs are judged, and no target is called. */
  readonly outputs?: string | undefined
  /** Allows files outside the folder of the configuration, keys of the environment for its servers, and its code. Default false. */
  readonly trustConfig?: boolean | undefined
  /** For a dry run: targets in code are not run, and their answers are placeholders. Default false. */
  readonly isRehearsal?: boolean | undefined
  readonly environment?: Environment | undefined
  /** Environment variables that a provider's SDK sends by itself: they never go to a server that only the file names. */
  readonly ambientVariables: (provider: string) => readonly string[]
}

export type PromptfooRun = {
  /** One row for each test case, or several if several providers answer it. Some may have no checks. */
  readonly rows: readonly (Sample & { readonly id: string })[]
  /** For `evaluate`: the assertions of each row as checks, with those that are skipped. */
  readonly metrics: (sample: { readonly id: string }) => RowChecks
  /** Whether some row takes its contexts from a part of an answer: the placeholder of a dry run has no such part. */
  readonly readsPartsOfAnswers: boolean
  /** Notes on what was left out or decided, each once, with its line. */
  readonly notes: readonly string[]
  /** The files that were read: the configuration and those that it names. */
  readonly files: readonly string[]
}

/**
 * Reads a promptfoo configuration as rows and checks for `evaluate`. Assertions that cannot be checked are in `skipped` of their row. Code
 * in it runs only if it is trusted.
 * @throws AssayError `config` with file, line and path of the fault.
 */
export async function readPromptfooConfig(path: string, options: ReadPromptfooOptions): Promise<PromptfooRun> {
  const { judge, judgeFrom, metricFrom, similarityFrom, generate = false, outputs, trustConfig = false, isRehearsal = false } = options
  const { file, folder } = placeOfConfig(resolve(path))
  const notes = createNotes()
  const { environment = process.env, ambientVariables } = options
  const reading: Reading = {
    folder,
    trustConfig,
    environment,
    ambientVariables,
    notes,
    files: new Set([resolve(path)]),
    unread: [],
  }
  const { config, source } = await readConfig(path, reading)
  const tests = await readTests(config, source, reading)
  const recorded = outputs === undefined ? undefined : recordedBy(outputs, tests, reading)
  if (recorded !== undefined) tests.push(...recorded.added)

  const name = config.providers === undefined && config.targets !== undefined ? 'targets' : 'providers'
  const written = {
    prompts: { value: config.prompts, source: source.at(['prompts']) },
    providers: { value: config[name], source: source.at([name]) },
  }
  const targets = recorded?.answers ?? createTargets({ ...written, judgeFrom, reading, isRehearsal, isForAll: generate })
  const graders = createGraders({ judge, judgeFrom }, reading)
  const builder = createRowBuilder({ graders, metricFrom, similarityFrom, reading, generate })

  const rows: PromptfooRow[] = []
  const idOf = createIds()
  let without = 0
  let readsPartsOfAnswers = false
  let isOutputRead = false
  for (const [index, test] of tests.entries()) {
    const found = await interpreted(test, reading)
    if (found.own.length === 0 && found.skipped.length === 0) {
      without += 1
      continue
    }
    const needsAnswer = wantsAnswer(test, found, generate)
    isOutputRead ||= needsAnswer
    const choices: readonly (AnswerChoice | undefined)[] = needsAnswer ? await targets.of(test) : [undefined]
    readsPartsOfAnswers ||= choices.some((choice) => choice !== undefined && 'target' in choice) && readsParts(found)
    for (const choice of choices) {
      rows.push(await builder.build({ test, interpreted: found, choice, id: idOf(`test-${index + 1}${choice?.label ?? ''}`) }))
    }
  }
  for (const [index, skipped] of reading.unread.entries())
    rows.push({ sample: { id: `tests-${index + 1}` }, checks: { checks: [], skipped: [skipped] } })
  if (outputs !== undefined && !isOutputRead) notes.add(`no assertion that is checked is about an output: ${outputs} changes nothing`)
  if (without > 0)
    notes.add(
      `${without} of ${tests.length} ${tests.length === 1 ? 'test' : 'tests'} ${without === 1 ? 'has' : 'have'} no assertions: there is nothing to check`,
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
}

/** Two providers may have one name. */
function createIds(): (wanted: string) => string {
  const times = new Map<string, number>()
  return (wanted) => {
    const time = (times.get(wanted) ?? 0) + 1
    times.set(wanted, time)
    return time === 1 ? wanted : `${wanted} #${time}`
  }
}

/** The outputs of a finished run. If tests of the configuration could not be read, further tests are taken from the run. */
function recordedBy(
  path: string,
  tests: readonly TestCase[],
  reading: Reading,
): { readonly answers: RecordedAnswers; readonly added: TestCase[] } {
  reading.files.add(resolve(path))
  const results = readResults(path)
  const answers = recordedAnswers(results, tests, path)
  const others = answers.otherTests()
  if (reading.unread.length > 0) {
    const added = testsOfRun(others, reading)
    reading.unread.length = 0
    reading.notes.add(`${added.length} tests of ${path} that the configuration does not name are taken from there`)
    return { answers: recordedAnswers(results, [...tests, ...added], path), added }
  }
  if (others.length > 0)
    reading.notes.add(
      `${path} has outputs of ${others.length} ${others.length === 1 ? 'test' : 'tests'} more than the configuration: they are not judged`,
    )
  return { answers, added: [] }
}

/** Whether a target must be called. A test with its own output needs none. */
function wantsAnswer({ providerOutput }: TestCase, { own }: Interpreted, generate: boolean): boolean {
  if (providerOutput !== undefined && providerOutput !== null) return false
  return own.length > 0 && (generate || own.some(({ needs }) => needs !== 'nothing'))
}

function readsParts({ own }: Interpreted): boolean {
  return own.some(({ contextTransform, needs }) => contextTransform !== undefined && needs === 'output')
}

function nothingToCheck(file: string, notes: readonly string[]): AssayError {
  return configError([`${file} holds no test with an assertion: there is nothing to check.`, ...notes].join('\n'))
}
