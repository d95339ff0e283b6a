import { resolve } from 'node:path'
import { yamlText } from '@assay/config-kit'
import { AssayError, canonicalJson, type Sample, configError } from '@assay/core'
import { aboveShare } from './assertions/share-threshold.ts'
import { contextsBy } from './assertions/contexts-by.ts'
import { assertionText } from './assertions/assertion-text.ts'
import { interpreted, type OwnAssertion, skippedBy } from './assertions/interpret.ts'
import { sampleOf } from './checks/sample-of.ts'
import { textProvider } from './models/graders.ts'
import { type ModelConfig, modelConfigOf } from './models/provider-config.ts'
import { createNotes, type Notes } from './reading/notes.ts'
import { openThreshold } from './reading/open-threshold.ts'
import { readConfig } from './reading/read-config.ts'
import { placeOfConfig, type Reading } from './reading/reading.ts'
import { readTests } from './tests/read-tests.ts'
import type { TestCase } from './tests/test-case.ts'

export type ImportedPromptfoo = {
  /** An `assay.config.yaml`. */
  readonly config: string
  /** The data files that it names, to be written beside it. */
  readonly dataFiles: readonly { readonly name: string; readonly content: string }[]
  /** Whether the configuration names a judge. Otherwise the user must name one. */
  readonly namesJudge: boolean
  /** Notes on what was left out or decided, the same as in a run of the file. Each once. */
  readonly notes: readonly string[]
  /** Checks of the file that the configuration does not make, or makes differently. Each once, with its line. */
  readonly losses: readonly string[]
  /** The files that were read: the configuration and those that it names. */
  readonly files: readonly string[]
}

const DATA_FILE = 'rows.jsonl'
const DEFAULT_THRESHOLD = 0.5

/** The environment by name only: the result has `${NAME}`, never its value. */
const NAMES_ONLY: Readonly<Record<string, string>> = new Proxy({}, { get: (_target, name) => `\${${String(name)}}` })

/** A row with the threshold of its assertion. */
type GatedRow = { readonly sample: Sample; readonly threshold: number }
type Losing = Reading & { readonly losses: Notes }

/**
 * Converts a promptfoo configuration to one of Assay with its rows: each `context-recall` assertion becomes a row with its threshold. If
 * thresholds differ, each row carries its own. What cannot be converted (several graders, a rubric, `not-`, other assertions) is listed in
 * `losses`.
 * @throws AssayError `config`
 */
export async function importPromptfoo(path: string, o: { readonly trustConfig?: boolean | undefined } = {}): Promise<ImportedPromptfoo> {
  const { file, folder } = placeOfConfig(resolve(path))
  const notes = createNotes()
  const losses = createNotes()
  const trustConfig = o.trustConfig ?? false
  const files = new Set([resolve(path)])
  const reading: Losing = { folder, trustConfig, environment: NAMES_ONLY, ambientVariables: () => [], notes, losses, files, unread: [] }
  const { config, source } = await readConfig(path, reading)
  const cases = await readTests(config, source, reading)
  for (const { reason, place } of reading.unread) losses.add(place === undefined ? reason : `${place}: ${reason}`)

  const rows: GatedRow[] = []
  const judges = new Map<string, { readonly judge: ModelConfig; count: number }>()
  for (const [index, test] of cases.entries()) {
    // Assertions that a run would skip are losses here.
    const { own } = await interpreted(test, reading, losses)
    const brought = own.filter((each) => isBroughtOver(each, test, reading)).flatMap((each) => withText(each, test, reading))
    const thresholds = thresholdsOf(test, { own, brought: brought.map((one) => one.own) }, reading)
    for (const each of brought) reportLeftOut(each.own, reading)
    for (const [at, { own: each, reference }] of brought.entries()) {
      const id = `test-${index + 1}${at === 0 ? '' : `#${at + 1}`}`
      const contexts = await contextsOfRow(each, test, reading)
      const sample = { id, ...sampleOf(test, [{ own: each, kind: { reference } }], reading), ...contexts }
      rows.push({ sample, threshold: thresholds[at] ?? DEFAULT_THRESHOLD })
      count(judges, judgeOf(each, test, reading))
    }
  }
  if (rows.length === 0) {
    throw configError([`${file} holds no context-recall assertion that could be imported.`, ...notes.all(), ...losses.all()].join('\n'))
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
      failUnder: [gate],
    }),
    namesJudge: judge !== undefined,
    dataFiles: [{ name: DATA_FILE, content: samples.map((row) => `${JSON.stringify(row)}\n`).join('') }],
    notes: notes.all(),
    losses: losses.all(),
    files: [...reading.files],
  }
}

/** A single threshold goes into the gate; several go into the rows. */
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

/** The threshold of each converted assertion: its own, or that of its set or test if it is the only one there. */
function thresholdsOf(test: TestCase, { own, brought }: Assertions, { notes, losses }: Losing): number[] {
  const each = brought.map(({ assertion: { fields, source, set } }) => {
    if (fields.weight === 0) return 0
    const ofSet = set?.fields.threshold ?? undefined
    if (ofSet !== undefined && own.filter(({ assertion }) => assertion.set === set).length === 1) return ofSet
    const threshold = fields.threshold ?? undefined
    if (threshold === undefined) notes.add(openThreshold(fields.type, DEFAULT_THRESHOLD), source.place())
    else if (threshold > 1) throw aboveShare(threshold, source)
    return threshold ?? DEFAULT_THRESHOLD
  })
  reportSets({ own, brought }, losses)
  const ofTest = test.threshold
  if (ofTest === undefined || own.length === 0) return each
  // The mean of one assertion is its score, whatever its own threshold.
  if (own.length === 1) return brought.map(({ assertion }) => (assertion.fields.weight === 0 ? 0 : ofTest))
  const isWhole = brought.length === own.length
  if (!isWhole || !isImplied(brought, each, ofTest))
    losses.add(`the threshold ${ofTest} of a test, for the mean of its assertions, would be left out`, test.source.place(['threshold']))
  return each
}

/** If every weighted part reaches the mean, so does the mean. */
function isImplied(brought: readonly OwnAssertion[], thresholds: readonly number[], mean: number): boolean {
  const counting = thresholds.filter((_, index) => brought[index]?.assertion.fields.weight !== 0)
  return Math.min(...counting) >= mean
}

/** A set with a threshold may pass although one of its assertions fails. As separate rows all of them must pass. */
function reportSets({ own, brought }: Assertions, losses: Notes): void {
  for (const set of new Set(brought.map(({ assertion }) => assertion.set))) {
    const threshold = set?.fields.threshold ?? undefined
    if (set === undefined || threshold === undefined) continue
    if (own.filter(({ assertion }) => assertion.set === set).length === 1) continue
    losses.add(
      `the threshold ${threshold} of an assert-set, for the mean of its assertions, would be left out`,
      set.source.place(['threshold']),
    )
  }
}

/** Notes the parts of an assertion that are left out without changing what is checked. */
function reportLeftOut({ assertion: { fields, source } }: OwnAssertion, { notes }: Reading): void {
  const { metric, weight } = fields
  if (metric !== undefined && metric !== null)
    notes.add('"metric" of an assertion is left out: every row counts as context_recall', source.place(['metric']))
  if (weight === 0) notes.add('an assertion of weight 0 decides nothing: its row may have any score', source.place(['weight']))
  else if (weight !== undefined && weight !== null)
    notes.add('"weight" of an assertion is left out: it counts in the mean of its test alone', source.place(['weight']))
}

function isBroughtOver({ kind, negate, needs, assertion }: OwnAssertion, test: TestCase, { losses }: Losing): boolean {
  const { fields, source } = assertion
  const brings = test.providerOutput !== undefined && test.providerOutput !== null
  const why =
    kind.types[0] !== 'context-recall' || negate
      ? `${fields.type} is a check of single rows`
      : needs !== 'nothing' && !brings
        ? 'a contextTransform needs the answer of a model'
        : undefined
  if (why !== undefined) losses.add(`${why}: it would be left out`, source.place())
  if (why === undefined && (fields.rubricPrompt ?? test.rubricPrompt?.value ?? undefined) !== undefined) {
    losses.add('the rubricPrompt would be left out: the strategies of context-recall have prompts of their own', source.place())
  }
  return why === undefined
}

/** The reference; none if it needs code, which is a loss. @throws AssayError `config` without a value. */
function withText(own: OwnAssertion, test: TestCase, reading: Losing): { readonly own: OwnAssertion; readonly reference: string }[] {
  const { fields, source } = own.assertion
  if (typeof fields.value !== 'string')
    throw source.fault('context-recall needs a value: the text whose statements the context should hold.', ['value'])
  try {
    return [{ own, reference: assertionText(fields.value, own.assertion, test, reading) }]
  } catch (error) {
    skippedBy(error, own.assertion, reading.losses)
    return []
  }
}

/** The contexts that a `contextTransform` finds. If it finds none, the row has no contexts, and is unscored. */
async function contextsOfRow(
  { contextTransform, assertion }: OwnAssertion,
  test: TestCase,
  { notes }: Reading,
): Promise<{ readonly retrievedContexts?: readonly string[] | undefined }> {
  if (contextTransform === undefined) return {}
  try {
    return { retrievedContexts: await contextsBy(contextTransform, { output: test.providerOutput }, test) }
  } catch (error) {
    if (!AssayError.is(error)) throw error
    notes.add(`${error.message} Its row has no contexts`, assertion.source.place(['contextTransform']))
    return { retrievedContexts: undefined }
  }
}

function judgeOf({ assertion }: OwnAssertion, test: TestCase, reading: Reading): ModelConfig | undefined {
  const given = assertion.fields.provider ?? undefined
  const named = given === undefined ? test.provider : { value: given, source: assertion.source }
  if (named === undefined) return undefined
  const { source } = named
  // Trusted, since servers and keys are only copied here. Trust is checked again when the result is run.
  return source.located(() =>
    modelConfigOf(textProvider(named.value), { ...reading, trustConfig: true }, (what) => reading.notes.add(what, source.place())),
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
