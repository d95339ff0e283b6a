import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { type Catalog, createCatalog } from '@assay/catalog'
import { AssayError, configError } from '@assay/core'
import { forTerminal } from '@assay/reporters'
import { exitCode } from '@assay/command-kit'
import { commandName } from '../../command-name.ts'
import { shellWord } from '../../shell-word.ts'
import { setVariables } from '../judges/set-variables.ts'
import { refuseOverwrite } from '../config/refuse-overwrite.ts'
import { type Answers, createAnswers, type Question } from './ask-answers.ts'
import { type ConfigFormat, configFormats, configText } from './config-text.ts'
import { findSchema } from './find-schema.ts'
import { rowForms, sampleRows } from './sample-rows.ts'

export type RawInitOptions = {
  readonly metric?: string
  readonly judge?: string
  readonly format?: string
  readonly rows?: string
  readonly yes?: boolean
  readonly force?: boolean
}

const METRICS: Question = {
  text: 'Which metric?',
  choices: ['context-recall', 'non-llm-context-recall', 'id-based-context-recall'],
  isOpen: true,
}
const JUDGES: Question = {
  text: 'Which judge? lexical needs no model and no key.',
  choices: ['lexical', 'openai:gpt-5-mini', 'anthropic:claude-haiku-4-5', 'ollama:qwen3:8b'],
  isOpen: true,
}
const ROWS: Question = { text: 'In which form are your rows?', choices: rowForms, isOpen: false }

/** `assay init`: writes a configuration and sample rows that run at once. @throws AssayError `config` if files exist already. */
export async function runInit(folder: string, raw: RawInitOptions): Promise<number> {
  const format = choiceOf('--format', raw.format ?? 'yaml', configFormats)
  const given = { rows: raw.rows === undefined ? undefined : choiceOf('--rows', raw.rows, rowForms) }
  const catalog = createCatalog({ folder: resolve(folder) })
  const place = { folder, format, force: raw.force ?? false }
  refuseOtherConfig(place)
  const answers = raw.yes === true ? undefined : terminalAnswers()
  // The question is repeated after a wrong name; other errors of the later run are reported at the end.
  const metricRefused = refusal((metric) => catalog.metricsIn(metric))
  const judgeRefused = refusal((judge) => (isPath(judge) ? undefined : catalog.judgeFrom(judge)))
  try {
    const form = choiceOf('rows', given.rows ?? (await answerTo(ROWS, '--rows', raw, answers)), rowForms)
    const metric = raw.metric ?? (await answerTo(METRICS, '--metric', raw, answers, metricRefused))
    const needsJudge = await needsJudgeOf(metric, catalog)
    if (!needsJudge && raw.judge !== undefined) {
      throw configError(`--judge is for metrics with a judge, and ${metric} has none. Leave it out.`)
    }
    const judge = needsJudge ? (raw.judge ?? (await answerTo(JUDGES, '--judge', raw, answers, judgeRefused))) : undefined
    await refuseUnknown({ metric, judge }, format, catalog)
    const data = `rows.${form}`
    write(place, [
      { name: `assay.config.${format}`, content: configText(format, { data, schema: findSchema(folder), metric, judge }) },
      { name: data, content: sampleRows(form) },
    ])
    process.stdout.write(await nextSteps(place, data, judge, catalog))
  } finally {
    answers?.close()
  }
  return exitCode.ok
}

function terminalAnswers(): Answers | undefined {
  return process.stdin.isTTY && process.stdout.isTTY ? createAnswers(process.stdin, process.stdout) : undefined
}

async function answerTo(
  question: Question,
  option: string,
  { yes }: RawInitOptions,
  answers: Answers | undefined,
  refused?: Parameters<Answers['ask']>[1],
): Promise<string> {
  if (answers !== undefined) return answers.ask(question, refused)
  if (yes === true) return question.choices[0] ?? ''
  throw configError(`There is no terminal to ask at. Pass ${option}, or --yes for the defaults.`)
}

async function needsJudgeOf(metric: string, catalog: Catalog): Promise<boolean> {
  const name = metric.toLowerCase().replaceAll('_', '-')
  return (await catalog.metrics()).some((entry) => entry.type === name && entry.needsJudge === true)
}

function isPath(id: string): boolean {
  return /^\.{0,2}\//.test(id)
}

/** The problem of an answer, as its reader reports it. A key may be set later. */
function refusal(take: (answer: string) => unknown): (answer: string) => Promise<string | undefined> {
  return async (answer) => {
    try {
      await take(answer)
      return undefined
    } catch (error) {
      if (!AssayError.is(error)) throw error
      return error.kind === 'config' ? error.message : undefined
    }
  }
}

/** Settings that a run would refuse are not written. A key may be set later. */
async function refuseUnknown(
  { metric, judge }: { readonly metric: string; readonly judge: string | undefined },
  format: ConfigFormat,
  catalog: Catalog,
): Promise<void> {
  const code = [metric, judge].find((id) => id !== undefined && isPath(id))
  if (code !== undefined && format !== 'ts') throw configError(`${code} is code, which a .${format} file loads none of. Pass --format ts.`)
  if (code !== undefined) return
  try {
    const made = judge === undefined ? undefined : await catalog.judgeFrom(judge)
    await catalog.metricFrom(metric, { judge: made })
  } catch (error) {
    if (!AssayError.is(error) || error.kind === 'config') throw error
  }
}

type Place = { readonly folder: string; readonly format: ConfigFormat; readonly force: boolean }

/** Two configurations in one folder are an error of every run in it. */
function refuseOtherConfig({ folder, format }: Place): void {
  const own = `assay.config.${format}`
  const other =
    statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
      ? readdirSync(folder).find((name) => /^assay\.config\.(?:[cm]?[jt]s|json|ya?ml)$/.test(name) && name !== own)
      : undefined
  if (other !== undefined)
    throw configError(`There is ${join(folder, other)} already, and a folder holds one configuration. Move it, or choose another folder.`)
}

function write({ folder, force }: Place, files: readonly { readonly name: string; readonly content: string }[]): void {
  refuseOverwrite(
    files.map(({ name }) => join(folder, name)),
    force,
  )
  try {
    mkdirSync(folder, { recursive: true })
    for (const { name, content } of files) writeFileSync(join(folder, name), content, { flag: force ? 'w' : 'wx' })
  } catch (error) {
    throw configError(`${folder} cannot be written to: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function nextSteps({ folder, format }: Place, data: string, judge: string | undefined, catalog: Catalog): Promise<string> {
  const config = join(folder, `assay.config.${format}`)
  const provider = judge?.split(':', 1)[0]
  const entry = (await catalog.providers()).find(({ name }) => name === provider)
  const [keyVariable] = entry?.keyVariables ?? []
  const isReady = entry === undefined || keyVariable === undefined || setVariables(entry).length > 0
  const key = isReady ? '' : `Set ${keyVariable}, then run`
  const line = relative('.', folder) === '' ? `${commandName()} eval` : `${commandName()} eval -c ${shellWord(config)}`
  return forTerminal(`Wrote ${config} and ${join(folder, data)}.`) + `\n${key === '' ? 'Run' : key}: ${forTerminal(line)}\n`
}

function choiceOf<T extends string>(option: string, value: string, choices: readonly T[]): T {
  const chosen = choices.find((choice) => choice === value)
  if (chosen === undefined) throw configError(`${option} ${value}: expected ${choices.join(', ')}`)
  return chosen
}
