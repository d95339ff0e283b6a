/** 1 = supported, 0 = not. */
export type Label = 0 | 1

/** Of what a person labelled and a judge labelled: `tp` both 1, `fp` only the judge 1, `fn` only the person 1, `tn` both 0. */
export type ConfusionCounts = { readonly tp: number; readonly fp: number; readonly fn: number; readonly tn: number }

export type BinaryMeasure = 'accuracy' | 'tpr' | 'tnr' | 'balancedAccuracy' | 'kappa' | 'mcc' | 'f1'

/** Every statistic is `null` if it is undefined, and then `reasons` says why. */
export type BinaryAgreement = {
  /** Share of items labelled alike, in [0, 1]. */
  readonly accuracy: number | null
  /** tp / (tp + fn), in [0, 1]. */
  readonly tpr: number | null
  /** tn / (tn + fp), in [0, 1]. */
  readonly tnr: number | null
  /** (TPR + TNR) / 2, in [0, 1]; a coin scores one half whatever the share of labels. */
  readonly balancedAccuracy: number | null
  /** Cohen (1960): agreement beyond what the margins give by chance, in [-1, 1]. */
  readonly kappa: number | null
  /** Matthews (1975), the correlation of the two labels, in [-1, 1]. */
  readonly mcc: number | null
  /** 2 tp / (2 tp + fp + fn), in [0, 1]; blind to tn. */
  readonly f1: number | null
  readonly reasons: { readonly [Measure in BinaryMeasure]?: string }
}

/**
 * The counts of two parallel lists of labels.
 *
 * @throws RangeError if the lists differ in length.
 */
export function confusionCounts(human: readonly Label[], judge: readonly Label[]): ConfusionCounts {
  if (human.length !== judge.length) throw new RangeError(`confusionCounts: ${human.length} human labels for ${judge.length} of the judge`)
  const counts = { tp: 0, fp: 0, fn: 0, tn: 0 }
  for (const [at, label] of human.entries()) {
    if (judge[at] === 1) counts[label === 1 ? 'tp' : 'fp'] += 1
    else counts[label === 1 ? 'fn' : 'tn'] += 1
  }
  return counts
}

/**
 * The usual statistics of agreement between a judge's and a person's binary labels.
 *
 * @throws RangeError for counts that are not whole numbers from 0.
 */
export function binaryAgreement({ tp, fp, fn, tn }: ConfusionCounts): BinaryAgreement {
  if (![tp, fp, fn, tn].every((count) => Number.isSafeInteger(count) && count >= 0)) {
    throw new RangeError(`binaryAgreement: tp ${tp}, fp ${fp}, fn ${fn}, tn ${tn} are not all counts`)
  }
  const reasons: { [Measure in BinaryMeasure]?: string } = {}
  const ratio = (measure: BinaryMeasure, above: number, below: number, reason: string): number | null => {
    if (below !== 0) return above / below
    reasons[measure] = reason
    return null
  }
  const n = tp + fp + fn + tn
  const tpr = ratio('tpr', tp, tp + fn, 'no item with human label 1')
  const tnr = ratio('tnr', tn, tn + fp, 'no item with human label 0')
  if (tpr === null || tnr === null) reasons.balancedAccuracy = 'needs both human labels'
  const won = tp * tn - fp * fn
  return {
    accuracy: ratio('accuracy', tp + tn, n, 'no items'),
    tpr,
    tnr,
    balancedAccuracy: tpr === null || tnr === null ? null : (tpr + tnr) / 2,
    // (po − pe) / (1 − pe), both sides times n² / 2: whole numbers, so that perfect agreement is exactly 1.
    kappa: ratio('kappa', 2 * won, (tp + fp) * (fp + tn) + (tp + fn) * (fn + tn), n === 0 ? 'no items' : ONE_LABEL),
    mcc: ratio('mcc', won, geometricMargins(tp + fn, tp + fp, tn + fp, tn + fn, won), 'a margin of the table is 0'),
    f1: ratio('f1', 2 * tp, 2 * tp + fp + fn, 'no label 1 on either side'),
    reasons,
  }
}

const ONE_LABEL = 'both raters gave one and the same label throughout (chance agreement 1)'

/** √ of the product of the four margins, paired so that two equal (or opposite) raters have a product of whole numbers. */
function geometricMargins(human1: number, judge1: number, human0: number, judge0: number, won: number): number {
  return won >= 0 ? Math.sqrt(human1 * judge1) * Math.sqrt(human0 * judge0) : Math.sqrt(human1 * judge0) * Math.sqrt(human0 * judge1)
}
