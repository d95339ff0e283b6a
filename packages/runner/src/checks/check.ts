import { type AnyMetric, configError, type Sample, type Score, type ScoreCheck } from '@assay/core'
import type { SkippedCheck } from './skipped-check.ts'

/** A metric for one row, and what its value must reach. */
export type Check = {
  readonly metric: AnyMetric
  /** In [0, 1]. The score has `passed`: whether it reached the threshold. Without one there is no pass or fail. */
  readonly threshold?: number | undefined
  /** The judge's own pass or fail decides, besides the threshold if there is one. For metrics whose scores have a `verdict`. */
  readonly byVerdict?: boolean | undefined
  /** Passes if the value stays below the threshold. An unscored check neither passes nor fails. */
  readonly negate?: boolean | undefined
  /** Weight in the mean of the row's checks, or of its set's. At least 0; default 1. A check of weight 0 cannot fail the row. */
  readonly weight?: number | undefined
  /** The name of the set of the row that it belongs to. */
  readonly set?: string | undefined
}

/** Checks that count as one: the set decides instead of each check. */
export type CheckSet = {
  readonly name: string
  /** In [0, 1]: what the weighted mean of its checks must reach. Without one each of them must pass. */
  readonly threshold?: number | undefined
  /** Weight in the mean of the row's checks. At least 0; default 1. A set of weight 0 must still pass. */
  readonly weight?: number | undefined
}

/** The checks of one row. */
export type RowChecks = {
  readonly checks: readonly Check[]
  /** The sets that checks name. */
  readonly sets?: readonly CheckSet[] | undefined
  /** In [0, 1]: what the weighted mean of its checks and sets must reach. Without one every check and every set must pass. */
  readonly threshold?: number | undefined
  /** Requested checks that cannot be run. They count in no mean; the summary and every report name them. */
  readonly skipped?: readonly SkippedCheck[] | undefined
  /** Inputs of checks that are not in the sample, such as their own references: two rows are equal only if these are equal, too. */
  readonly asks?: readonly string[] | undefined
}

/** The metrics of a row: the same for every row, or chosen by a function. */
export type MetricChoice = readonly AnyMetric[] | ((sample: Sample & { readonly id: string }) => RowChecks | readonly Check[])

/** The score with the outcome of its check: passed or not by its value, and whether undecided claims could change that. */
export function checkedBy(given: Check, plain: Score): Score {
  const { threshold, byVerdict = false, negate = false } = given
  const check = scoreCheck(given)
  const score = check === undefined ? plain : { ...plain, check }
  if (threshold === undefined && !byVerdict) return score
  if (score.status === 'unscored') return { ...score, passed: null }
  const passed = ((threshold === undefined || score.value >= threshold) && score.verdict !== false) !== negate
  if (threshold === undefined) return { ...score, passed }
  const [low, high] = score.range ?? [score.value, score.value]
  return low >= threshold === high >= threshold || score.verdict === false
    ? { ...score, passed }
    : { ...score, passed, undecidedAt: threshold }
}

/** The part of the check beyond the value, if any: most rows have none. */
function scoreCheck({ threshold, negate = false, weight = 1, set }: Check): ScoreCheck | undefined {
  if (threshold === undefined && !negate && weight === 1 && set === undefined) return undefined
  return {
    ...(threshold === undefined ? {} : { threshold }),
    ...(negate ? { negate } : {}),
    ...(weight === 1 ? {} : { weight }),
    ...(set === undefined ? {} : { set }),
  }
}

/** @throws AssayError `config` for a threshold outside [0, 1], a weight below 0, two checks or sets with one name, or an unknown set. */
export function checkedRow(given: RowChecks | readonly Check[], rowId: string): RowChecks {
  const row: RowChecks = isList(given) ? { checks: given } : given
  const names = new Set<string>()
  if (row.threshold !== undefined) requireShare(row.threshold, `The threshold of row ${rowId}`)
  const sets = checkedSets(row.sets ?? [], rowId)
  for (const { metric, threshold, weight, set } of row.checks) {
    requireFigures({ name: metric.name, threshold, weight }, rowId)
    if (set !== undefined && !sets.has(set))
      throw configError(`The check ${metric.name} of row ${rowId} names the set ${set}, which is not among the sets of the row.`)
    if (names.has(metric.name))
      throw configError(`Row ${rowId} has two checks named ${metric.name}. Give one of them another name with the option "name".`)
    names.add(metric.name)
  }
  return row
}

function checkedSets(sets: readonly CheckSet[], rowId: string): ReadonlySet<string> {
  const names = new Set<string>()
  for (const set of sets) {
    requireFigures(set, rowId)
    if (names.has(set.name)) throw configError(`Row ${rowId} has two sets of checks named ${set.name}. Give one of them another name.`)
    names.add(set.name)
  }
  return names
}

function requireFigures({ name, threshold, weight }: CheckSet, rowId: string): void {
  if (threshold !== undefined) requireShare(threshold, `The threshold of ${name} in row ${rowId}`)
  if (weight !== undefined && !(weight >= 0 && Number.isFinite(weight)))
    throw configError(`The weight of ${name} in row ${rowId} is ${weight}; it must be a number of at least 0.`)
}

function isList(given: RowChecks | readonly Check[]): given is readonly Check[] {
  return Array.isArray(given)
}

function requireShare(value: number, what: string): void {
  if (!(value >= 0 && value <= 1)) throw configError(`${what} is ${value}; it must be in [0, 1].`)
}
