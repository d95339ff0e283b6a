import type { EvaluatedRow } from '@assay/runner'
import { benchFigures, type Subset } from '../figures/bench-figures.ts'
import type { BenchMeta, BenchResult } from '../figures/bench-result.ts'
import { unknownEffort } from '../figures/effort-figures.ts'
import type { ItemVerdict, Judged, Verdicts } from '../figures/judged.ts'
import { contextsWords, pairKey } from '../fixtures/contexts-key.ts'
import type { FixtureItem } from '../fixtures/fixture-item.ts'
import { type AskedJudge, isAsked } from '../judges/bench-judge.ts'
import { type Answers, type Asked, askJudges, type AskOptions } from './ask-judges.ts'
import type { BenchOptions, BenchPlan } from './bench-plan.ts'
import { injectionFigures } from './injection-suite.ts'
import { labelOf, type RawVerdict } from './judge-metric.ts'
import { learnThreshold } from './learn-threshold.ts'
import { notesOn } from './notes-on.ts'

/** Labels too noisy to rank judges by. */
const APART = ['expertqa']
const LEVEL = 0.95

export type RunBenchOptions = Pick<AskOptions, 'settings'> & {
  readonly plan: BenchPlan
  readonly options: BenchOptions
  readonly onRows?:
    | ((rows: readonly EvaluatedRow[], load: () => { readonly inFlight: number; readonly limit: number | null }) => void)
    | undefined
}

/** Asks the judges of a plan, and works out every figure. */
export async function runBench({ plan, options, settings, onRows }: RunBenchOptions): Promise<BenchResult> {
  const { repeat = 1 } = options
  const run = await askJudges({ judges: plan.asked, questions: plan.questions, settings: { ...settings, repeat }, onRows })
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
    notes: [...notesOn(reported, repeat), ...plan.notes],
    cost: summary.cost,
    ...(summary.costIsBound === true ? { costIsBound: true } : {}),
    ...(summary.stopped === undefined ? {} : { stopped: { cause: summary.stopped.cause, reason: summary.stopped.reason } }),
  }
  const judged = plan.judges.map((judge): Judged => {
    const { key, name, kind, isFloor, notes, strategy } = judge
    if (isAsked(judge)) return judgedBy(judge, { plan, options, run })
    const identity = { key, name, kind, isFloor, notes, strategy, signature: null, threshold: null }
    return { judge: identity, verdicts: judge.verdicts, effort: unknownEffort(reported.length) }
  })
  return benchFigures({ items: reported, judged, subsets: subsetsOf(plan), meta })
}

type Ran = { readonly plan: BenchPlan; readonly options: BenchOptions; readonly run: Asked }

function judgedBy(judge: AskedJudge, { plan, options, run }: Ran): Judged {
  const { key, name, kind, isFloor, notes, strategy, verifier } = judge
  const plain = run.answersOf(judge, 'plain')
  const threshold = thresholdOf(judge, plain, plan, options)
  const cause = run.summary.stopped?.cause ?? 'no_verdict'
  const verdictsFrom = (answers: Answers): Verdicts =>
    new Map(plan.items.map(({ id }) => [id, itemVerdict(answers.get(id), threshold?.value, cause)]))
  const repeats = verifier.kind === 'screen' ? 1 : (options.repeat ?? 1)
  return {
    judge: { key, name, kind, isFloor, notes, strategy, signature: run.signatureOf(judge), threshold },
    verdicts: verdictsFrom(plain),
    ...(options.order === true && !isFloor
      ? {
          altered: {
            reversed: verdictsFrom(run.answersOf(judge, 'reversed')),
            distractors: verdictsFrom(run.answersOf(judge, 'distractors')),
          },
        }
      : {}),
    ...(options.injection === true && !isFloor ? { injection: injectionFigures(plan.injection, run.answersOf(judge, 'injection')) } : {}),
    effort: run.effortOf(judge).result(plain.size * repeats),
  }
}

function thresholdOf(
  { verifier }: AskedJudge,
  answers: Answers,
  { split }: BenchPlan,
  { thresholdFrom }: BenchOptions,
): Judged['judge']['threshold'] {
  const learned = thresholdFrom === undefined ? undefined : learnThreshold(split.learned, answers)
  if (learned !== undefined) return { value: learned, from: `${split.learned.length} items of the split ${thresholdFrom}` }
  return verifier.threshold === undefined ? null : { value: verifier.threshold, from: verifier.signature }
}

/** The first time an item was asked about is its verdict: what one run would have said. */
function itemVerdict(asked: readonly RawVerdict[] | undefined, threshold: number | undefined, cause: string): ItemVerdict {
  const [first] = asked ?? []
  if (asked === undefined || first === undefined) return { verdict: null, cause }
  const verdict = labelOf(first, threshold)
  return {
    verdict,
    ...(verdict === null ? { cause: first.cause ?? 'undecided' } : {}),
    ...(first.probability === undefined ? {} : { probability: first.probability }),
    ...(first.reason === undefined ? {} : { reason: first.reason }),
    ...(asked.length === 1 ? {} : { repeats: asked.map((raw) => labelOf(raw, threshold)) }),
  }
}

/** Items whose contexts the shipped screen learned nothing from, where there are others beside them. */
function subsetsOf({ split: { reported }, devSources }: BenchPlan): Subset[] {
  const known = new Set(devSources.flatMap(({ rows }) => rows.map(({ contexts }) => contextsWords(contexts))))
  const rowsOfDev = new Set(devSources.flatMap(({ rows }) => rows.map(pairKey)))
  const isFresh = (item: FixtureItem): boolean => !known.has(contextsWords(item.contexts))
  const fresh = reported.filter(isFresh)
  const hasSeen = reported.some((item) => !isFresh(item) && !rowsOfDev.has(pairKey(item)))
  return hasSeen && fresh.length > 0 ? [{ name: 'contexts in no dev file', items: fresh }] : []
}
