import { resolve } from 'node:path'
import { configFormatOf, readConfigDocument, readConfigText, yamlText } from '@assay/config-kit'
import { AssayError, canonicalJson, type Sample } from '@assay/core'
import { sampleOf } from './checks/row-builder.ts'
import { textProvider } from './models/graders.ts'
import { type ModelConfig, modelConfigOf } from './models/provider-config.ts'
import { configShape, unreadNames } from './reading/config-shapes.ts'
import { createNotes, type Notes } from './reading/notes.ts'
import { openThreshold } from './reading/open-threshold.ts'
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
  /** What was left out or decided, as where the file is run. Each once. */
  readonly notes: readonly string[]
  /** What the file checks where it is run, and the configuration does not, or in another way. Each once, with its line. */
  readonly losses: readonly string[]
  /** What was read: the configuration and the files that it names. */
  readonly files: readonly string[]
}

const DATA_FILE = 'rows.jsonl'
const DEFAULT_THRESHOLD = 0.5

/** The environment by name only: what is imported says `${NAME}`, and never what it holds. */
const NAMES_ONLY: Readonly<Record<string, string>> = new Proxy({}, { get: (_target, name) => `\${${String(name)}}` })

/** A row with what its assertion holds it to. */
type GatedRow = { readonly sample: Sample; readonly threshold: number }
type Losing = Reading & { readonly losses: Notes }

/**
 * A promptfoo configuration as one of ours with its rows: each `context-recall` assertion becomes a row, held to the threshold it had.
 * Where these differ, each row carries its own. What has no place there (several graders, a rubric, `not-`) is told among the losses.
 * @throws AssayError `config`
 */
export function importPromptfoo(path: string, o: { readonly trustConfig?: boolean | undefined } = {}): ImportedPromptfoo {
  const { file, folder } = placeOfConfig(resolve(path))
  const notes = createNotes()
  const losses = createNotes()
  const reading: Losing = {
    folder,
    trustConfig: o.trustConfig ?? false,
    environment: NAMES_ONLY,
    ambientVariables: () => [],
    notes,
    losses,
    files: new Set([resolve(path)]),
  }
  const { value, source } = opened(readConfigDocument(readConfigText(path), { file, format: configFormatOf(path) ?? 'yaml' }))
  const config = source.read(value, configShape)
  for (const name of unreadNames(config, configShape)) notes.add(`${JSON.stringify(name)} is not read`, source.place([name]))
  const defaults = defaultTestOf(config.defaultTest, source.at(['defaultTest']), reading)
  const cases = rawTests(config.tests, source.at(['tests']), reading).flatMap((raw) => testCasesOf(raw, defaults, reading))

  const rows: GatedRow[] = []
  const judges = new Map<string, { readonly judge: ModelConfig; count: number }>()
  for (const [index, test] of cases.entries()) {
    const own = ownAssertions(test, reading)
    const brought = own.filter((each) => isBroughtOver(each, test, reading))
    const thresholds = thresholdsOf(test, { own, brought }, reading)
    for (const each of brought) reportIdle(each, reading)
    let made = 0
    for (const [at, each] of brought.entries()) {
      const reference = textOf(each, test, reading)
      if (reference === undefined) continue
      made += 1
      const id = `test-${index + 1}${made === 1 ? '' : `#${made}`}`
      const sample = { id, ...sampleOf(test, brought, reading), ...contextsBy(each, test, reading), reference }
      rows.push({ sample, threshold: thresholds[at] ?? DEFAULT_THRESHOLD })
      count(judges, judgeOf(each, test, reading))
    }
  }
  if (rows.length === 0) {
    throw new AssayError({
      kind: 'config',
      message: [`${file} holds no context-recall assertion that could be imported.`, ...notes.all(), ...losses.all()].join('\n'),
    })
  }
  const [judge, ...others] = Array.from(judges.values()).toSorted((a, b) => b.count - a.count)
  if (judge === undefined) notes.add('no assertion names a grader: name a judge with -j, or as judge: in the file')
  if (others.length > 0) losses.add(`assertions name ${others.length + 1} graders; the one named most often would judge all rows`)
  const unnamed = judge === undefined ? 0 : rows.length - namedIn(judges)
  if (unnamed > 0)
    notes.add(
      `${unnamed} of ${rows.length} assertions ${unnamed === 1 ? 'names no grader: the one of the others judges it, too' : 'name no grader: the one of the others judges them, too'}`,
    )
  const { samples, gate } = gated(rows)
  return {
    config: yamlText({
      data: DATA_FILE,
      ...(judge === undefined ? {} : { judge: written(judge.judge) }),
      metrics: ['context-recall'],
      gates: [gate],
    }),
    namesJudge: judge !== undefined,
    dataFiles: [{ name: DATA_FILE, content: samples.map((row) => `${JSON.stringify(row)}\n`).join('') }],
    notes: notes.all(),
    losses: losses.all(),
    files: [...reading.files],
  }
}

/** One threshold is said in the gate; several stand in the rows. */
function gated(rows: readonly GatedRow[]): { readonly samples: readonly Sample[]; readonly gate: string } {
  const [first, ...others] = new Set(rows.map(({ threshold }) => threshold))
  if (others.length === 0) return { samples: rows.map(({ sample }) => sample), gate: `context_recall@${first ?? DEFAULT_THRESHOLD}=100%` }
  let name = 'threshold'
  while (rows.some(({ sample }) => Object.hasOwn(sample.metadata ?? {}, name))) name += '_'
  return {
    samples: rows.map(({ sample, threshold }) => ({ ...sample, metadata: { ...sample.metadata, [name]: threshold } })),
    gate: `context_recall@metadata.${name}=100%`,
  }
}

type Assertions = { readonly own: readonly OwnAssertion[]; readonly brought: readonly OwnAssertion[] }

/** What each assertion brought over is held to: its own threshold, and that of its test where it is the only one there. */
function thresholdsOf(test: TestCase, { own, brought }: Assertions, { notes, losses }: Losing): number[] {
  const each = brought.map(({ assertion: { fields, source } }) => {
    if (fields.weight === 0) return 0
    const threshold = fields.threshold ?? undefined
    if (threshold === undefined) notes.add(openThreshold(fields.type, DEFAULT_THRESHOLD), source.place())
    else if (threshold > 1) throw source.fault(`the threshold is ${threshold}; recall is a share, from 0 to 1.`, ['threshold'])
    return threshold ?? DEFAULT_THRESHOLD
  })
  const ofTest = test.threshold
  if (ofTest === undefined || own.length === 0) return each
  if (own.length === 1) return each.map((threshold) => Math.max(threshold, ofTest))
  // Where every part that counts reaches it, their mean does.
  const counting = each.filter((_, index) => brought[index]?.assertion.fields.weight !== 0)
  const isImplied = brought.length === own.length && Math.min(...counting) >= ofTest
  if (!isImplied)
    losses.add(`the threshold ${ofTest} of a test, for the mean of its assertions, would be left out`, test.source.place(['threshold']))
  return each
}

/** Says what an assertion has that is neither a row nor its threshold, and changes nothing of what is checked. */
function reportIdle({ assertion: { fields, source } }: OwnAssertion, { notes }: Reading): void {
  const { metric, weight } = fields
  if (metric !== undefined && metric !== null)
    notes.add('"metric" of an assertion is left out: every row counts as context_recall', source.place(['metric']))
  if (weight === 0) notes.add('an assertion of weight 0 decides nothing: its row may have any score', source.place(['weight']))
  else if (weight !== undefined && weight !== null)
    notes.add('"weight" of an assertion is left out: it counts in the mean of its test alone', source.place(['weight']))
}

function isBroughtOver({ kind, negate, contextPath, assertion }: OwnAssertion, test: TestCase, { losses }: Losing): boolean {
  const { fields, source } = assertion
  const why =
    kind !== 'context-recall' || negate
      ? `${fields.type} is a check of single rows`
      : contextPath?.readsOutput === true && test.providerOutput === undefined
        ? 'a contextTransform needs the answer of a model'
        : undefined
  if (why !== undefined) losses.add(`${why}: it would be left out`, source.place())
  if (why === undefined && (fields.rubricPrompt ?? test.rubricPrompt?.value ?? undefined) !== undefined) {
    losses.add('the rubricPrompt would be left out: the strategies of context-recall have prompts of their own', source.place())
  }
  return why === undefined
}

/** The contexts that a `contextTransform` leads to; a path that leads nowhere leaves the row without any, and so unscored. */
function contextsBy(
  { contextPath, assertion }: OwnAssertion,
  test: TestCase,
  { notes }: Reading,
): { readonly retrievedContexts?: readonly string[] | undefined } {
  if (contextPath === undefined) return {}
  const { vars, metadata, providerOutput } = test
  try {
    return { retrievedContexts: contextPath.from({ output: providerOutput, metadata, vars }) }
  } catch (error) {
    if (!AssayError.is(error)) throw error
    notes.add(`${error.message} Its row has no contexts`, assertion.source.place(['contextTransform']))
    return { retrievedContexts: undefined }
  }
}

/** @throws AssayError `config` where there is none. */
function textOf({ assertion }: OwnAssertion, test: TestCase, reading: Reading): string | undefined {
  const { value } = assertion.fields
  if (typeof value === 'string') return assertionText(value, assertion, test, reading)
  throw assertion.source.fault('context-recall needs a value: the text whose statements the context should hold.', ['value'])
}

function judgeOf({ assertion }: OwnAssertion, test: TestCase, reading: Reading): ModelConfig | undefined {
  const given = assertion.fields.provider ?? undefined
  const named = given === undefined ? test.provider : { value: given, source: assertion.source }
  if (named === undefined) return undefined
  const { source } = named
  // Trusted: what it says of servers and keys is only written down, and asked for again where it is used.
  return source.located(() =>
    modelConfigOf(textProvider(named.value), { ...reading, trustConfig: true }, (what) =>
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

function namedIn(judges: ReadonlyMap<string, { readonly count: number }>): number {
  return Array.from(judges.values()).reduce((sum, { count: rows }) => sum + rows, 0)
}

function written(judge: ModelConfig): string | ModelConfig {
  return Object.keys(judge).length === 1 ? judge.id : judge
}
