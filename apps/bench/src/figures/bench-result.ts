import type { Cost } from '@assay/runner'
import type { ConfusionCounts, Label } from '@assay/stats'
import type { EffortFigures, InjectionFigures, OrderFigures, RepeatFigures } from './judge-conduct.ts'

/** The result of a benchmark of judges as JSON: all that tables and the page show. An unknown figure is `null`, never 0. */
export type BenchResult = {
  readonly schemaVersion: 1
  readonly kind: 'judge-benchmark'
  readonly meta: BenchMeta
  /** Models and recorded judges in the order given, then the baselines. One entry per judge and strategy. */
  readonly judges: readonly JudgeResult[]
  /** Every pair of judges: first those without a baseline, then those with one. */
  readonly comparisons: readonly JudgeComparison[]
  /** How often two judges agree, every pair once, baselines included. */
  readonly agreement: readonly JudgeAgreement[]
  /** Items on which a judge differs from people; those with most wrong judges first, at most 100. */
  readonly disagreements: readonly Disagreement[]
  /** The same figures over a subset of the items, such as those whose contexts the lexical screen was not trained on. */
  readonly subsets: readonly SubsetResult[]
  /** Every item with every verdict, in the order of the fixtures. */
  readonly rows: readonly BenchRow[]
}

/** The cost is what this run spent; cached replies are free. */
export type BenchMeta = Cost & {
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly finishedAt: string
  readonly assayVersion: string
  /** The id of the run that called the models. */
  readonly run: string
  readonly fixtures: readonly FixtureInfo[]
  readonly repeat: number
  readonly level: number
  /** Sources left out of the headline: labels too noisy to rank judges by. */
  readonly apart: readonly string[]
  /** Sentences that belong beside the figures: what is not measured, and where labels come from. */
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
  /** Unique in a result: the judge's name, followed by the strategy if the judge has several. */
  readonly key: string
  /** As named on the command line, without a path: `openai:gpt-5-mini`, `gpt-4-0613 (recorded)`, `lexical`, `always-yes`. */
  readonly name: string
  readonly kind: 'model' | 'recorded' | 'screen' | 'constant'
  /** A baseline shows what a judge has to beat. */
  readonly isBaseline: boolean
  /** `null` for recorded and constant judges. */
  readonly strategy: Strategy | null
  /** The signature of the metric that called it; `null` for recorded and constant judges. */
  readonly signature: string | null
  /** The probability from which an undecided claim counts as supported, and where the number comes from. */
  readonly threshold: { readonly value: number; readonly from: string } | null
  /** What readers must know about this judge. */
  readonly notes: readonly string[]
  /** The letter by which tables refer to it. */
  readonly letter: string
  /** Letters of the judges that this one beats significantly (Holm-adjusted p < 0.05). */
  readonly beats: readonly string[]
  /** Over identical repeats of a question; `null` without repeats. */
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
  /** All items pooled. Never show this without `sources`. */
  readonly pooled: AgreementFigures
}

export type SourceFigures = AgreementFigures & {
  readonly source: string
  readonly isApart: boolean
  /** For sources that test one claim on several context sets: the claim counts as supported if any set supports it. */
  readonly perClaim: PerClaimFigures | null
  /** For items that belong to labelled rows: the error of the rows' recall. */
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
  /** How many items have no verdict, by cause. */
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
  /** With unscored items counted as wrong: false negatives for label 1, false positives for label 0. `null` if nothing is unscored. */
  readonly errorsAsWrong: {
    readonly balancedAccuracy: number | null
    readonly tpr: number | null
    readonly tnr: number | null
    readonly accuracy: number | null
  } | null
  /** `null` if the judge gives no probabilities. */
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
  /** Rows with a verdict on every claim. */
  readonly rows: number
  /** Mean of |judge's recall − people's recall|. */
  readonly mae: number | null
  readonly said: number | null
  readonly true: number | null
}

export type JudgeComparison = {
  /** Keys of judges; `difference` is b − a. */
  readonly a: string
  readonly b: string
  /** Pairs of judges and pairs with a baseline are adjusted separately. */
  readonly family: 'judges' | 'baseline'
  /** Items that both scored. */
  readonly items: number
  readonly clusters: number
  /** The difference of the headlines over the items that both scored. */
  readonly difference: RateFigure
  /** The p of the paired permutation test over clusters. */
  readonly p: number | null
  readonly noP: string | null
  readonly adjustedP: number | null
  /** `null` if a cluster repeats: its items are not independent then. */
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
  /** The contexts, shortened. */
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
  /** The labelled row that the claim belongs to. */
  readonly row?: string
  /** By key of judge. */
  readonly verdicts: Readonly<Record<string, RowVerdict>>
}

export type RowVerdict = {
  readonly strategy: Strategy | null
  /** `null`: unscored. */
  readonly verdict: Label | null
  readonly cause?: string
  readonly probability?: number
  readonly reason?: string
  /** The verdict of each repeat, if there were several. */
  readonly repeats?: readonly (Label | null)[]
}
