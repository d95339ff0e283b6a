import { type AnyMetric, AssayError, type Sample, type Score, type ScoreCheck } from '@assay/core'

/** What one metric is asked of one row, and what its value must reach. */
export type Check = {
  readonly metric: AnyMetric
  /** In [0, 1]. The score carries `passed`: whether it reached the threshold. Without one nothing is passed or failed. */
  readonly threshold?: number | undefined
  /** Passes where the value stays below the threshold. An unscored one passes neither way. */
  readonly negate?: boolean | undefined
  /** In the mean of the row's checks. At least 0; default 1. */
  readonly weight?: number | undefined
}

/** The checks of one row. */
export type RowChecks = {
  readonly checks: readonly Check[]
  /** In [0, 1]: what their weighted mean must reach. Without one every check must pass. */
  readonly threshold?: number | undefined
  /** What checks ask besides what stands in the sample, such as references of their own: rows of two runs are equal only where it is, too. */
  readonly asks?: readonly string[] | undefined
}

/** Which metrics a row is asked: the same of every row, or what a function says of it. */
export type MetricChoice = readonly AnyMetric[] | ((sample: Sample & { readonly id: string }) => RowChecks | readonly Check[])

/** The score with what its check asked and makes of it: passed or not by its value, and whether undecided claims could turn that. */
export function checkedBy(asked: Check, plain: Score): Score {
  const { threshold, negate = false } = asked
  const check = scoreCheck(asked)
  const score = check === undefined ? plain : { ...plain, check }
  if (threshold === undefined) return score
  if (score.status === 'unscored') return { ...score, passed: null }
  const passed = score.value >= threshold !== negate
  const [low, high] = score.range ?? [score.value, score.value]
  return low >= threshold === high >= threshold ? { ...score, passed } : { ...score, passed, undecidedAt: threshold }
}

/** What is asked beyond the value, if anything is: most rows carry nothing of it. */
function scoreCheck({ threshold, negate = false, weight = 1 }: Check): ScoreCheck | undefined {
  if (threshold === undefined && !negate && weight === 1) return undefined
  return { ...(threshold === undefined ? {} : { threshold }), ...(negate ? { negate } : {}), ...(weight === 1 ? {} : { weight }) }
}

/** How a row fared under all its checks. */
export type RowGate = {
  /** Weighted mean over its checks, a negated one counting 1 − value; `null` where any of weight is unscored, or none has weight. */
  readonly value: number | null
  /** `null` where any check of weight is unscored, or nothing is asked of the row. */
  readonly passed: boolean | null
  /** What the mean was to reach, where the row has a threshold; without one every check was to pass. */
  readonly threshold?: number
}

/** `undefined` where no check and no row threshold can fail. */
export function gateOf(row: RowChecks, scores: Readonly<Record<string, Score>>): RowGate | undefined {
  const { checks, threshold } = row
  if (threshold === undefined) {
    return checks.some((check) => check.threshold !== undefined && check.weight !== 0) ? outcomeOf(row, scores) : undefined
  }
  return { ...outcomeOf(row, scores), threshold }
}

function outcomeOf({ checks, threshold }: RowChecks, scores: Readonly<Record<string, Score>>): RowGate {
  let sum = 0
  let weights = 0
  let [least, most] = [1, 0]
  let allPass = true
  for (const { metric, negate = false, weight = 1 } of checks) {
    if (weight === 0) continue
    const score = scores[metric.name]
    if (score?.status !== 'scored') return { value: null, passed: null }
    const value = negate ? 1 - score.value : score.value
    sum += weight * value
    least = Math.min(least, value)
    most = Math.max(most, value)
    weights += weight
    if (score.passed === false) allPass = false
  }
  if (weights === 0) return { value: null, passed: null }
  // A mean lies between its ends, and leaves them by rounding alone.
  const value = Math.min(most, Math.max(least, sum / weights))
  return { value, passed: threshold === undefined ? allPass : value >= threshold }
}

/** @throws AssayError `config` for a threshold outside [0, 1], a weight below 0, or two checks of one name in a row. */
export function checkedRow(asked: RowChecks | readonly Check[], rowId: string): RowChecks {
  const row: RowChecks = isList(asked) ? { checks: asked } : asked
  const names = new Set<string>()
  if (row.threshold !== undefined) requireShare(row.threshold, `The threshold of row ${rowId}`)
  for (const { metric, threshold, weight } of row.checks) {
    if (threshold !== undefined) requireShare(threshold, `The threshold of ${metric.name} in row ${rowId}`)
    if (weight !== undefined && !(weight >= 0 && Number.isFinite(weight)))
      throw configError(`The weight of ${metric.name} in row ${rowId} is ${weight}; it must be a number of at least 0.`)
    if (names.has(metric.name))
      throw configError(`Row ${rowId} has two checks named ${metric.name}. Give one of them another name with the option "name".`)
    names.add(metric.name)
  }
  return row
}

function isList(asked: RowChecks | readonly Check[]): asked is readonly Check[] {
  return Array.isArray(asked)
}

function requireShare(value: number, what: string): void {
  if (!(value >= 0 && value <= 1)) throw configError(`${what} is ${value}; it must be in [0, 1].`)
}

function configError(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}
