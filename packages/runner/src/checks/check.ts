import { type AnyMetric, AssayError, type Sample, type Score, type ScoreCheck } from '@assay/core'
import type { SkippedCheck } from './skipped-check.ts'

/** What one metric is asked of one row, and what its value must reach. */
export type Check = {
  readonly metric: AnyMetric
  /** In [0, 1]. The score carries `passed`: whether it reached the threshold. Without one nothing is passed or failed. */
  readonly threshold?: number | undefined
  /**
   * Passes where the judge says pass beside the value (`verdict` of its score), and reaches the threshold if there is one. A threshold alone
   * asks for the judge's pass as well, where it says one.
   */
  readonly byVerdict?: boolean | undefined
  /** Passes where the value stays below the threshold, and the judge says fail where it says either. An unscored one passes neither way. */
  readonly negate?: boolean | undefined
  /** In the mean of the row's checks, or of its set's. At least 0; default 1. A check of weight 0 fails nothing. */
  readonly weight?: number | undefined
  /** The name of the set of the row that it belongs to. */
  readonly set?: string | undefined
}

/** Checks that count as one: the row is held to the set instead of to each of them. */
export type CheckSet = {
  readonly name: string
  /** In [0, 1]: what the weighted mean of its checks must reach. Without one each of them must pass. */
  readonly threshold?: number | undefined
  /** In the mean of the row's checks. At least 0; default 1. A set of weight 0 is still to pass. */
  readonly weight?: number | undefined
}

/** The checks of one row. */
export type RowChecks = {
  readonly checks: readonly Check[]
  /** The sets that checks name. */
  readonly sets?: readonly CheckSet[] | undefined
  /** In [0, 1]: what the weighted mean of its checks and sets must reach. Without one every check and every set must pass. */
  readonly threshold?: number | undefined
  /** What was asked of the row and cannot be checked. It counts in no mean; the summary and every report name it. */
  readonly skipped?: readonly SkippedCheck[] | undefined
  /** What checks ask besides what stands in the sample, such as references of their own: rows of two runs are equal only where it is, too. */
  readonly asks?: readonly string[] | undefined
}

/** Which metrics a row is asked: the same of every row, or what a function says of it. */
export type MetricChoice = readonly AnyMetric[] | ((sample: Sample & { readonly id: string }) => RowChecks | readonly Check[])

/** The score with what its check asked and makes of it: passed or not by its value, and whether undecided claims could turn that. */
export function checkedBy(asked: Check, plain: Score): Score {
  const { threshold, negate = false, byVerdict = false } = asked
  const check = scoreCheck(asked)
  const score = check === undefined ? plain : { ...plain, check }
  if (threshold === undefined && !byVerdict) return score
  if (score.status === 'unscored') return { ...score, passed: null }
  const isJudgedSo = score.verdict === undefined || score.verdict !== negate
  if (threshold === undefined) return { ...score, passed: isJudgedSo }
  const passed = isJudgedSo && score.value >= threshold !== negate
  const [low, high] = score.range ?? [score.value, score.value]
  return low >= threshold === high >= threshold ? { ...score, passed } : { ...score, passed, undecidedAt: threshold }
}

/** What is asked beyond the value, if anything is: most rows carry nothing of it. */
function scoreCheck({ threshold, byVerdict = false, negate = false, weight = 1, set }: Check): ScoreCheck | undefined {
  if (threshold === undefined && !byVerdict && !negate && weight === 1 && set === undefined) return undefined
  return {
    ...(threshold === undefined ? {} : { threshold }),
    ...(byVerdict ? { byVerdict } : {}),
    ...(negate ? { negate } : {}),
    ...(weight === 1 ? {} : { weight }),
    ...(set === undefined ? {} : { set }),
  }
}

/** @throws AssayError `config` for a threshold outside [0, 1], a weight below 0, two checks or sets of one name, or a set that is not there. */
export function checkedRow(asked: RowChecks | readonly Check[], rowId: string): RowChecks {
  const row: RowChecks = isList(asked) ? { checks: asked } : asked
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

function isList(asked: RowChecks | readonly Check[]): asked is readonly Check[] {
  return Array.isArray(asked)
}

function requireShare(value: number, what: string): void {
  if (!(value >= 0 && value <= 1)) throw configError(`${what} is ${value}; it must be in [0, 1].`)
}

function configError(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}
