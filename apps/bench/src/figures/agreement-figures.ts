import {
  type AverageEstimate,
  binaryAgreement,
  confusionCounts,
  createClassRates,
  type Label,
  type MeanEstimate,
  type Pair,
  type PairedDifference,
  pairedDifference,
} from '@assay/stats'
import type { FixtureItem } from '../fixtures/fixture-item.ts'
import type { AgreementFigures, RateFigure } from './bench-result.ts'
import { calibrationFigures } from './calibration-figures.ts'
import { clusterOf, type Verdicts } from './judged.ts'

export type MeasuredAgreement = {
  readonly figures: AgreementFigures
  /** With the moments that an average over sources needs. */
  readonly balancedAccuracy: AverageEstimate
}

/** How a judge agrees with people on these items. Intervals count clusters: items of one claim or document are not independent. */
export function agreementFigures(items: readonly FixtureItem[], verdicts: Verdicts, level: number): MeasuredAgreement {
  const rates = createClassRates({ level })
  /** The labels of people and judge on the same items. */
  const labelPairs: Pair[] = []
  const causes: Record<string, number> = {}
  const missed: Label[] = []
  const clusters = new Set<string>()
  const stated: { probability: number; label: Label }[] = []
  let said = 0
  let supported = 0
  for (const item of items) {
    const { verdict = null, cause = 'no_verdict', probability } = verdicts.get(item.id) ?? {}
    const cluster = clusterOf(item)
    clusters.add(cluster)
    if (verdict === null) {
      causes[cause] = (causes[cause] ?? 0) + 1
      missed.push(item.label)
      continue
    }
    rates.add({ human: item.label, judge: verdict, cluster })
    labelPairs.push({ a: item.label, b: verdict, cluster })
    said += verdict
    supported += item.label
    if (probability !== undefined) stated.push({ probability, label: item.label })
  }
  const { agreement, counts, tpr, tnr, balancedAccuracy } = rates.result()
  const scored = items.length - missed.length
  const bias = pairedDifference(labelPairs, { level })
  const share = (count: number): number | null => (scored === 0 ? null : count / scored)
  const figures: AgreementFigures = {
    items: items.length,
    clusters: clusters.size,
    scored,
    unscored: missed.length,
    causes,
    coverage: items.length === 0 ? null : scored / items.length,
    counts,
    balancedAccuracy: rateFigure(balancedAccuracy),
    tpr: rateFigure(tpr),
    tnr: rateFigure(tnr),
    accuracy: agreement.accuracy,
    kappa: agreement.kappa,
    mcc: agreement.mcc,
    f1: agreement.f1,
    supportRate: { said: share(said), true: share(supported), difference: rateFigure({ ...bias, mean: bias.difference }) },
    errorsAsWrong: missed.length === 0 ? null : withErrors(counts, missed),
    calibration: stated.length === 0 ? null : calibrationFigures(stated),
  }
  return { figures, balancedAccuracy }
}

export function rateFigure({
  mean,
  interval,
  noInterval,
}: Pick<MeanEstimate | AverageEstimate, 'mean' | 'noInterval'> &
  Pick<MeanEstimate | AverageEstimate | PairedDifference, 'interval'>): RateFigure {
  if (interval === null) return { value: mean, interval, noInterval }
  const { lo, hi, unit, clusters, level, few } = interval
  return { value: mean, interval: { lo, hi, unit, clusters, level, few }, noInterval }
}

/** Counts unscored items as wrong: false negatives for label 1, false positives for label 0. */
function withErrors(counts: AgreementFigures['counts'], missed: readonly Label[]): AgreementFigures['errorsAsWrong'] {
  const wrong = confusionCounts(
    missed,
    missed.map((label) => (label === 1 ? 0 : 1)),
  )
  const { balancedAccuracy, tpr, tnr, accuracy } = binaryAgreement({ ...counts, fn: counts.fn + wrong.fn, fp: counts.fp + wrong.fp })
  return { balancedAccuracy, tpr, tnr, accuracy }
}
