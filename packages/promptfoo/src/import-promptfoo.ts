import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { configFormatOf, readConfigDocument, yamlText } from '@assay/config-kit'
import { AssayError, canonicalJson, type Sample } from '@assay/core'
import { sampleOf } from './checks/row-builder.ts'
import { textProvider } from './models/graders.ts'
import { type ModelConfig, modelConfigOf } from './models/provider-config.ts'
import { configShape, unreadNames } from './reading/config-shapes.ts'
import { createNotes } from './reading/notes.ts'
import { opened, placeOfConfig, type Reading } from './reading/reading.ts'
import { type OwnAssertion, ownAssertions } from './tests/assertion-kind.ts'
import { assertionText } from './tests/assertion-text.ts'
import { defaultTestOf, type TestCase, testCasesOf } from './tests/test-case.ts'
import { rawTests } from './tests/test-sources.ts'

export type ImportedPromptfoo = {
  /** An `assay.config.yaml`. */
  readonly config: string
  /** What it names, to be written beside it. */
  readonly dataFiles: readonly { readonly name: string; readonly content: string }[]
  /** Whether the configuration names a judge. Without one, whoever runs it must. */
  readonly namesJudge: boolean
  /** What could not be brought over, each once. */
  readonly notes: readonly string[]
}

const DATA_FILE = 'rows.jsonl'
const DEFAULT_THRESHOLD = 0.5

/** The environment by name only: what is imported says `${NAME}`, and never what it holds. */
const NAMES_ONLY: Readonly<Record<string, string>> = new Proxy({}, { get: (_target, name) => `\${${String(name)}}` })

/**
 * A promptfoo configuration as one of ours with its rows: each `context-recall` assertion becomes a row. What only a row of its own
 * could say (a grader, a threshold, a rubric, `not-`) has no place there and is told among the notes.
 * @throws AssayError `config`
 */
export function importPromptfoo(path: string, o: { readonly trustConfig?: boolean | undefined } = {}): ImportedPromptfoo {
  const { file, folder } = placeOfConfig(resolve(path))
  const notes = createNotes()
  const reading: Reading = { folder, trustConfig: o.trustConfig ?? false, environment: NAMES_ONLY, notes }
  const { value, source } = opened(readConfigDocument(readFileSync(path, 'utf8'), { file, format: configFormatOf(path) ?? 'yaml' }))
  const config = source.read(value, configShape)
  for (const name of unreadNames(config, configShape)) notes.add(`${JSON.stringify(name)} is not read`, source.place([name]))
  const defaults = defaultTestOf(config.defaultTest, source.at(['defaultTest']), reading)
  const cases = rawTests(config.tests, source.at(['tests']), reading).flatMap((raw) => testCasesOf(raw, defaults, reading))

  const rows: Sample[] = []
  const judges = new Map<string, { readonly judge: ModelConfig; count: number }>()
  const thresholds = new Set<number>()
  for (const [index, test] of cases.entries()) {
    const own = ownAssertions(test, reading).filter((each) => isBroughtOver(each, test, reading))
    const texts = own.flatMap((each) => textOf(each, test, reading))
    for (const [at, reference] of texts.entries()) {
      rows.push({ id: `test-${index + 1}${at === 0 ? '' : `#${at + 1}`}`, ...sampleOf(test, own, reading), reference })
    }
    for (const each of own) {
      thresholds.add(each.assertion.fields.threshold ?? DEFAULT_THRESHOLD)
      count(judges, judgeOf(each, test, reading))
    }
  }
  if (rows.length === 0) {
    throw new AssayError({
      kind: 'config',
      message: [`${file} holds no context-recall assertion that could be imported.`, ...notes.all()].join('\n'),
    })
  }
  const [judge, ...others] = Array.from(judges.values()).toSorted((a, b) => b.count - a.count)
  if (judge === undefined) notes.add('no assertion names a grader: name a judge with -j, or as judge: in the file')
  if (others.length > 0) notes.add(`assertions name ${others.length + 1} graders; the one named most often judges all rows`)
  const lowest = Math.min(...thresholds)
  if (thresholds.size > 1)
    notes.add(
      `assertions have ${thresholds.size} thresholds; the gate holds every row to the lowest, ${lowest}, and is weaker than they were. To keep each, run the file as it is with assay eval -c`,
    )
  return {
    config: yamlText({
      data: DATA_FILE,
      ...(judge === undefined ? {} : { judge: written(judge.judge) }),
      metrics: ['context-recall'],
      gates: [`context_recall@${lowest}=100%`],
    }),
    namesJudge: judge !== undefined,
    dataFiles: [{ name: DATA_FILE, content: rows.map((row) => `${JSON.stringify(row)}\n`).join('') }],
    notes: notes.all(),
  }
}

function isBroughtOver({ kind, negate, contextPath, assertion }: OwnAssertion, test: TestCase, { notes }: Reading): boolean {
  const { fields, source } = assertion
  const why =
    kind !== 'context-recall' || negate
      ? `${fields.type} is a check of single rows`
      : contextPath?.readsOutput === true && test.providerOutput === undefined
        ? 'a contextTransform needs the answer of a model'
        : undefined
  if (why !== undefined) notes.add(`${why}: it is left out. Run the file as it is with assay eval -c`, source.place())
  if (why === undefined && (fields.rubricPrompt ?? test.rubricPrompt ?? undefined) !== undefined) {
    notes.add('the rubricPrompt is left out: the strategies of context-recall have prompts of their own', source.place())
  }
  return why === undefined
}

function textOf({ assertion }: OwnAssertion, test: TestCase, reading: Reading): string[] {
  const { value } = assertion.fields
  const text = typeof value === 'string' ? assertionText(value, assertion, test, reading) : undefined
  return text === undefined ? [] : [text]
}

function judgeOf({ assertion }: OwnAssertion, test: TestCase, reading: Reading): ModelConfig | undefined {
  const given = assertion.fields.provider ?? undefined
  const named = given === undefined ? test.provider : { value: given, source: assertion.source }
  if (named === undefined) return undefined
  const { source } = named
  // Trusted: what it says of servers and keys is only written down, and asked for again where it is used.
  return source.located(() =>
    modelConfigOf(textProvider(named.value), { environment: reading.environment, trustConfig: true }, (what) =>
      reading.notes.add(what, source.place()),
    ),
  )
}

function count(judges: Map<string, { readonly judge: ModelConfig; count: number }>, judge: ModelConfig | undefined): void {
  if (judge === undefined) return
  const key = canonicalJson(judge)
  const known = judges.get(key)
  if (known === undefined) judges.set(key, { judge, count: 1 })
  else known.count += 1
}

function written(judge: ModelConfig): string | ModelConfig {
  return Object.keys(judge).length === 1 ? judge.id : judge
}
