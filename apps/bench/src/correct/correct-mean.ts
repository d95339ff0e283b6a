import {
  type BinaryAgreement,
  binaryAgreement,
  correctedMean,
  type CorrectedMean,
  createMeanEstimator,
  type Label,
  labelsNeeded,
  type LabelsNeeded,
  type MeanEstimate,
  type RoganGladen,
  roganGladen,
} from '@assay/stats'
import { type Unit, unitsOf } from './draw-units.ts'
import type { JudgedRun } from './judged-rows.ts'
import type { LabelFrame } from './label-frame.ts'
import type { MatchedLabels } from './match-labels.ts'

type Mean = Pick<MeanEstimate, 'mean' | 'interval' | 'noInterval'>

export type Correction = {
  readonly schemaVersion: 1
  readonly run: string
  readonly metric: string
  readonly signature: string
  readonly unit: 'row' | 'cluster'
  /** Scored units; each counts once. */
  readonly units: number
  readonly scoredRows: number
  readonly totalRows: number
  /** The judge's own mean over all units. */
  readonly judge: Mean
  /** People's mean over the labelled units alone. */
  readonly human: Mean
  readonly corrected: Omit<CorrectedMean, 'moments'>
  /** To halve the interval of `corrected`; `null` without one. */
  readonly labelsToHalve: LabelsNeeded | null
  readonly claims: {
    readonly labelled: number
    /** Over the labelled claims that the judge decided. */
    readonly agreement: BinaryAgreement
    /** The share of all claims that is supported, from the judge's share and its errors on the labelled ones: a diagnostic. */
    readonly roganGladen: (RoganGladen & { readonly observedRate: number }) | null
  }
  /** Rows with labels for only some of their claims; they are left out. */
  readonly partly: number
  /** The draw that the labels come from; `null` with `--assume-random`. */
  readonly frame: LabelFrame | null
  readonly notes: readonly string[]
}

const EXTRACTION_NOTE = 'True recall over the claims as extracted; extraction errors are not corrected.'

/** Estimates the true mean recall from people's labels of some units and the judge's scores of all units. */
export function correctMean(run: JudgedRun, labels: MatchedLabels): Correction {
  const { labelled, others, labelOf, partly, frame } = labels
  const units = unitsOf(run.rows)
  const human = labelled.map((unit) => meanOver(unit, ({ claims }) => humanRecall(claims.map((claim) => labelOf(claim) ?? 0))))
  const judge = labelled.map(judgeOf)
  const judgeUnlabelled = others.map(judgeOf)
  const { moments, ...corrected } = correctedMean({ human, judge, judgeUnlabelled })
  const unit = units.length < run.rows.length ? 'cluster' : 'row'
  return {
    schemaVersion: 1,
    run: run.run,
    metric: run.metric,
    signature: run.signature,
    unit,
    units: units.length,
    scoredRows: run.rows.length,
    totalRows: run.total,
    judge: meanOf(units.map(judgeOf)),
    human: meanOf(human),
    corrected,
    labelsToHalve: corrected.interval === null || moments === null ? null : labelsNeeded(moments),
    claims: claimFigures(run, labels),
    partly,
    frame: frame ?? null,
    notes: notesOf(run, labels, unit),
  }
}

function notesOf(run: JudgedRun, { frame }: MatchedLabels, unit: 'row' | 'cluster'): string[] {
  const unscored = run.total - run.rows.length
  return [
    EXTRACTION_NOTE,
    ...(frame === undefined ? ['The labelled rows are assumed to be a random sample (--assume-random).'] : []),
    ...(unscored > 0 ? [`${unscored} of ${run.total} rows are unscored; these figures do not cover them.`] : []),
    ...(unit === 'cluster' ? ['Rows share clusters: each cluster counts once, by the mean of its rows.'] : []),
  ]
}

function claimFigures(run: JudgedRun, { labelled, labelOf }: MatchedLabels): Correction['claims'] {
  const counts = { tp: 0, fp: 0, fn: 0, tn: 0 }
  let labels = 0
  for (const claim of labelled.flatMap(({ rows }) => rows.flatMap(({ claims }) => claims))) {
    const label = labelOf(claim)
    if (label === undefined) continue
    labels += 1
    if (claim.outcome === 'undecided') continue
    if (claim.outcome === 'supported') counts[label === 1 ? 'tp' : 'fp'] += 1
    else counts[label === 1 ? 'fn' : 'tn'] += 1
  }
  const agreement = binaryAgreement(counts)
  const decided = run.rows.flatMap(({ claims }) => claims).filter(({ outcome }) => outcome !== 'undecided')
  const { tpr, tnr } = agreement
  if (tpr === null || tnr === null || decided.length === 0) return { labelled: labels, agreement, roganGladen: null }
  const observedRate = decided.filter(({ outcome }) => outcome === 'supported').length / decided.length
  return { labelled: labels, agreement, roganGladen: { observedRate, ...roganGladen({ observedRate, tpr, tnr }) } }
}

/** A row without claims is one where nothing was retrieved: its recall is 0. */
function humanRecall(labels: readonly Label[]): number {
  return labels.length === 0 ? 0 : labels.reduce<number>((sum, label) => sum + label, 0) / labels.length
}

function judgeOf(unit: Unit): number {
  return meanOver(unit, ({ value }) => value)
}

function meanOver({ rows }: Unit, valueOf: (row: Unit['rows'][number]) => number): number {
  return Math.min(1, rows.reduce((sum, row) => sum + valueOf(row), 0) / rows.length)
}

function meanOf(values: readonly number[]): Mean {
  const estimator = createMeanEstimator()
  for (const value of values) estimator.add(value)
  const { mean, interval, noInterval } = estimator.result()
  return { mean, interval, noInterval }
}
