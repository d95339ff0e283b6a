import type { EvaluatedRow } from '@assay/runner'
import { benchFigures, type Subset } from '../figures/bench-figures.ts'
import type { BenchMeta, BenchResult } from '../figures/bench-result.ts'
import { unknownEffort } from '../figures/effort-figures.ts'
import type { ItemVerdict, Judged, Verdicts } from '../figures/judged.ts'
import { contextsWords, pairKey } from '../fixtures/contexts-key.ts'
import type { FixtureItem } from '../fixtures/fixture-item.ts'
import { type RunnableJudge, isRunnable } from '../judges/bench-judge.ts'
import { type Answers, type JudgesRun, runJudges, type RunJudgesOptions } from './run-judges.ts'
import type { BenchOptions, BenchPlan } from './bench-plan.ts'
import { injectionFigures } from './injection-suite.ts'
import { labelOf, type RawVerdict } from './judge-metric.ts'
import { learnThreshold } from './learn-threshold.ts'

/** Labels too noisy to rank judges by. */
const APART = ['expertqa']
const LEVEL = 0.95

export type RunBenchOptions = Pick<RunJudgesOptions, 'settings'> & {
  readonly plan: BenchPlan
  readonly options: BenchOptions
  readonly onRows?:
    | ((rows: readonly EvaluatedRow[], load: () => { readonly inFlight: number; readonly limit: number | null }) => void)
    | undefined
}

/** Runs the judges of a plan and computes every figure. */
export async function runBench({ plan, options, settings, onRows }: RunBenchOptions): Promise<BenchResult> {
  const { repeat = 1 } = options
  const run = await runJudges({ judges: plan.runnable, questions: plan.questions, settings: { ...settings, repeat }, onRows })
  const { summary } = run
  const { reported } = plan.split
  const meta: BenchMeta = {
    startedAt: summary.run.startedAt,
    finishedAt: summary.run.finishedAt,
    assayVersion: summary.run.assayVersion,
    run: summary.run.id,
    fixtures: plan.fixtures.files,
    repeat,
    level: LEVEL,
    apart: APART,
    notes: [...notesFor(reported, repeat), ...plan.notes],
    cost: summary.cost,
    ...(summary.costIsBound === true ? { costIsBound: true } : {}),
    ...(summary.stopped === undefined ? {} : { stopped: { cause: summary.stopped.cause, reason: summary.stopped.reason } }),
  }
  const judged = plan.judges.map((judge): Judged => {
    const { key, name, kind, isBaseline, notes, strategy } = judge
    if (isRunnable(judge)) return judgedBy(judge, { plan, options, run })
    const identity = { key, name, kind, isBaseline, notes, strategy, signature: null, threshold: null }
    return { judge: identity, verdicts: judge.verdicts, effort: unknownEffort(reported.length) }
  })
  return benchFigures({ items: reported, judged, subsets: subsetsOf(plan), meta })
}

/** What readers must know about the figures of these items. */
function notesFor(items: readonly FixtureItem[], repeat: number): string[] {
  const has = (prefix: string): boolean => items.some(({ source }) => source.startsWith(prefix))
  const notes = ['Extraction is not measured: every statement was given to the judge as one claim.']
  if (has('wice')) notes.push('WiCE: labels belong to a claim and the whole page, not to each set of contexts.')
  if (has('expertqa')) notes.push('ExpertQA: noisy labels; shown, but not in the headline.')
  if (repeat > 1) notes.push(`Repeated ${repeat} times: figures rest on the first verdict on each item, stability on all of them.`)
  return notes
}

type Ran = { readonly plan: BenchPlan; readonly options: BenchOptions; readonly run: JudgesRun }

function judgedBy(judge: RunnableJudge, { plan, options, run }: Ran): Judged {
  const { key, name, kind, isBaseline, notes, strategy, verifier } = judge
  const plain = run.answersOf(judge, 'plain')
  const threshold = thresholdOf(judge, plain, plan, options)
  const cause = run.summary.stopped?.cause ?? 'no_verdict'
  const verdictsFrom = (answers: Answers): Verdicts =>
    new Map(plan.items.map(({ id }) => [id, itemVerdict(answers.get(id), threshold?.value, cause)]))
  const repeats = verifier.kind === 'screen' ? 1 : (options.repeat ?? 1)
  return {
    judge: { key, name, kind, isBaseline, notes, strategy, signature: run.signatureOf(judge), threshold },
    verdicts: verdictsFrom(plain),
    ...(options.order === true && !isBaseline
      ? {
          altered: {
            reversed: verdictsFrom(run.answersOf(judge, 'reversed')),
            distractors: verdictsFrom(run.answersOf(judge, 'distractors')),
          },
        }
      : {}),
    ...(options.injection === true && !isBaseline
      ? { injection: injectionFigures(plan.injection, run.answersOf(judge, 'injection')) }
      : {}),
    effort: run.effortOf(judge).result(plain.size * repeats),
  }
}

function thresholdOf(
  { verifier }: RunnableJudge,
  answers: Answers,
  { split }: BenchPlan,
  { thresholdFrom }: BenchOptions,
): Judged['judge']['threshold'] {
  const learned = thresholdFrom === undefined ? undefined : learnThreshold(split.learned, answers)
  if (learned !== undefined) return { value: learned, from: `${split.learned.length} items of the split ${thresholdFrom}` }
  return verifier.threshold === undefined ? null : { value: verifier.threshold, from: verifier.signature }
}

/** The first repeat gives the verdict of an item, so that it is what a run without repeats would give. */
function itemVerdict(raws: readonly RawVerdict[] | undefined, threshold: number | undefined, cause: string): ItemVerdict {
  const [first] = raws ?? []
  if (raws === undefined || first === undefined) return { verdict: null, cause }
  const verdict = labelOf(first, threshold)
  return {
    verdict,
    ...(verdict === null ? { cause: first.cause ?? 'undecided' } : {}),
    ...(first.probability === undefined ? {} : { probability: first.probability }),
    ...(first.reason === undefined ? {} : { reason: first.reason }),
    ...(raws.length === 1 ? {} : { repeats: raws.map((raw) => labelOf(raw, threshold)) }),
  }
}

/** The items whose contexts the shipped screen was not trained on, if there are others, too. */
function subsetsOf({ split: { reported }, devSources }: BenchPlan): Subset[] {
  const known = new Set(devSources.flatMap(({ rows }) => rows.map(({ contexts }) => contextsWords(contexts))))
  const rowsOfDev = new Set(devSources.flatMap(({ rows }) => rows.map(pairKey)))
  const isFresh = (item: FixtureItem): boolean => !known.has(contextsWords(item.contexts))
  const fresh = reported.filter(isFresh)
  const hasSeen = reported.some((item) => !isFresh(item) && !rowsOfDev.has(pairKey(item)))
  return hasSeen && fresh.length > 0 ? [{ name: 'contexts in no dev file', items: fresh }] : []
}
