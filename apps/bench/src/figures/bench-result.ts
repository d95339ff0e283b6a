import type { Cost } from '@assay/runner'
import type { ConfusionCounts, Label } from '@assay/stats'
import type { EffortFigures, InjectionFigures, OrderFigures, RepeatFigures } from './judge-conduct.ts'

/** What a benchmark of judges found: JSON, complete enough for every table and page. Unknown is `null`, never 0. */
export type BenchResult = {
  readonly schemaVersion: 1
  readonly kind: 'judge-benchmark'
  readonly meta: BenchMeta
  /** Models and recorded judges in the order given, then the floors. One entry per judge and strategy. */
  readonly judges: readonly JudgeResult[]
  /** Every pair of judges, floors apart: of `judges` without a floor between themselves, then each of them against each floor. */
  readonly comparisons: readonly JudgeComparison[]
  /** How often two judges say the same, every pair once, floors included. */
  readonly agreement: readonly JudgeAgreement[]
  /** Items on which judges differ or most are wrong, the worst first; at most 100. */
  readonly disagreements: readonly Disagreement[]
  /** The same figures over a part of the items, as those whose contexts the lexical screen never learned from. */
  readonly subsets: readonly SubsetResult[]
  /** Every item with every verdict, in the order of the fixtures. */
  readonly rows: readonly BenchRow[]
}

/** Its cost is what this run itself spent. */
export type BenchMeta = Cost & {
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly finishedAt: string
  readonly assayVersion: string
  /** The id of the run that asked models and screens. */
  readonly run: string
  readonly fixtures: readonly FixtureInfo[]
  readonly repeat: number
  readonly level: number
  /** Sources left out of the headline: labels too noisy to rank judges by. */
  readonly apart: readonly string[]
  /** Sentences that must stand beside the figures: what is not measured, whose labels they are. */
  readonly notes: readonly string[]
  /** Set where the run ended before its last item. */
  readonly stopped?: { readonly cause: string; readonly reason: string }
}

export type FixtureInfo = {
  readonly file: string
  readonly items: number
  readonly supported: number
  readonly clusters: number
  readonly sha256: string
}

export type Strategy = 'per-claim' | 'batched'

export type JudgeResult = JudgeFigures & {
  /** Unique in a result: the judge's name, with the strategy behind it where a judge stands there twice. */
  readonly key: string
  /** As named on the command line, without a path: `openai:gpt-5-mini`, `gpt-4-0613 (recorded)`, `lexical`, `always-yes`. */
  readonly name: string
  readonly kind: 'model' | 'recorded' | 'screen' | 'constant'
  /** Stands beside the others to show what no judge may fall under. */
  readonly isFloor: boolean
  /** `null` where nobody was asked. */
  readonly strategy: Strategy | null
  /** Of the metric that asked it; `null` where nobody was asked. */
  readonly signature: string | null
  /** From which probability an undecided claim counts as supported, and where the number is from. */
  readonly threshold: { readonly value: number; readonly from: string } | null
  /** What a reader must know of this row. */
  readonly notes: readonly string[]
  /** As other rows of a table name it. */
  readonly letter: string
  /** Letters of the judges that this one beats significantly (Holm-adjusted p < 0.05), as in tables of retrieval research. */
  readonly beats: readonly string[]
  /** Over repeated identical questions; `null` where each was asked once. */
  readonly repeats: RepeatFigures | null
  /** With `--order`. */
  readonly order: OrderFigures | null
  /** With `--injection`. */
  readonly injection: InjectionFigures | null
  readonly effort: EffortFigures
}

/** Figures over one set of items. */
export type JudgeFigures = {
  /** The unweighted mean of the balanced accuracies of the sources, without those apart. */
  readonly headline: RateFigure & { readonly sources: readonly string[] }
  readonly sources: readonly SourceFigures[]
  /** All items in one pot: never to be shown without `sources`. */
  readonly pooled: AgreementFigures
}

export type SourceFigures = AgreementFigures & {
  readonly source: string
  readonly isApart: boolean
  /** Where one claim stands before several context sets: a claim is called supported if any of them supports it. */
  readonly perClaim: PerClaimFigures | null
  /** Where items belong to labelled rows: the error of the rows' recall. */
  readonly rowRecall: RowRecallFigures | null
}

/** A share or a difference with its interval. */
export type RateFigure = {
  readonly value: number | null
  readonly interval: RateInterval | null
  /** Why there is no interval; `null` where there is one. */
  readonly noInterval: string | null
}

type RateInterval = {
  readonly lo: number
  readonly hi: number
  readonly unit: 'row' | 'cluster'
  readonly clusters: number
  readonly level: number
  /** Under 20 clusters. */
  readonly few: boolean
}

export type AgreementFigures = {
  readonly items: number
  readonly clusters: number
  readonly scored: number
  readonly unscored: number
  /** Why items have no verdict, with counts. */
  readonly causes: Readonly<Record<string, number>>
  /** scored / items. */
  readonly coverage: number | null
  readonly counts: ConfusionCounts
  readonly balancedAccuracy: RateFigure
  readonly tpr: RateFigure
  readonly tnr: RateFigure
  readonly accuracy: number | null
  readonly kappa: number | null
  readonly mcc: number | null
  readonly f1: number | null
  /** The share called supported by the judge and by people, over scored items. */
  readonly supportRate: { readonly said: number | null; readonly true: number | null; readonly difference: RateFigure }
  /** Unscored items as wrong answers: a miss for label 1, a false alarm for label 0. `null` where nothing is unscored. */
  readonly errorsAsWrong: {
    readonly balancedAccuracy: number | null
    readonly tpr: number | null
    readonly tnr: number | null
    readonly accuracy: number | null
  } | null
  /** Where the judge gives probabilities. */
  readonly calibration: CalibrationFigures | null
}

export type CalibrationFigures = {
  readonly items: number
  readonly brier: number | null
  readonly ece: number | null
  readonly rocAuc: number | null
  /** Ten groups of about equal size, lowest probability first. */
  readonly curve: readonly { readonly meanProbability: number; readonly supportedShare: number; readonly items: number }[]
}

export type PerClaimFigures = Pick<AgreementFigures, 'accuracy' | 'kappa' | 'balancedAccuracy' | 'tpr' | 'tnr'> & {
  readonly claims: number
  readonly scored: number
}

export type RowRecallFigures = {
  /** Rows all of whose claims have a verdict. */
  readonly rows: number
  /** Mean of |judge's recall − people's recall|. */
  readonly mae: number | null
  readonly said: number | null
  readonly true: number | null
}

export type JudgeComparison = {
  /** Keys; `difference` is that of `b` minus that of `a`. */
  readonly a: string
  readonly b: string
  /** Between judges, or of a judge with a floor: adjusted apart. */
  readonly family: 'judges' | 'floor'
  /** Items that both scored. */
  readonly items: number
  readonly clusters: number
  /** Of the headline, over the items that both scored. */
  readonly difference: RateFigure
  /** Of the paired permutation test over clusters. */
  readonly p: number | null
  readonly noP: string | null
  readonly adjustedP: number | null
  /** Only where no cluster repeats: else its items are not independent. */
  readonly mcnemar: { readonly exact: number; readonly midP: number } | null
}

export type JudgeAgreement = {
  readonly a: string
  readonly b: string
  readonly items: number
  readonly agreement: number | null
  readonly kappa: number | null
}

export type Disagreement = {
  readonly id: string
  readonly source: string
  readonly statement: string
  /** The beginning of the contexts, for readers. */
  readonly contexts: readonly string[]
  readonly label: Label
  readonly said: readonly { readonly judge: string; readonly verdict: Label | null; readonly reason: string }[]
}

export type SubsetResult = {
  readonly name: string
  readonly items: number
  readonly judges: readonly (JudgeFigures & { readonly key: string })[]
}

export type BenchRow = {
  readonly id: string
  readonly source: string
  readonly cluster: string
  readonly label: Label
  /** The labelled row that the claim belongs to, where there is one. */
  readonly row?: string
  /** By key of the judge. */
  readonly verdicts: Readonly<Record<string, RowVerdict>>
}

export type RowVerdict = {
  readonly strategy: Strategy | null
  /** `null`: unscored. */
  readonly verdict: Label | null
  readonly cause?: string
  readonly probability?: number
  readonly reason?: string
  /** Of each repeat, where there were several. */
  readonly repeats?: readonly (Label | null)[]
}
