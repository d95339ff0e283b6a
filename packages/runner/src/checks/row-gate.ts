import type { Score } from '@assay/core'
import type { Check, CheckSet, RowChecks } from './check.ts'

/** The outcome of a row under all its checks. */
export type RowGate = {
  /**
   * Weighted mean over its checks and sets, a negated check counting 1 − value; `null` if any with weight is unscored, or none has
   * weight.
   */
  readonly value: number | null
  /** `null` if any check with weight is unscored, or the row has no condition. */
  readonly passed: boolean | null
  /** The threshold of the row, if it has one; without one every check must pass. */
  readonly threshold?: number
  /** The outcome of each set of its checks; absent if there is none. */
  readonly sets?: readonly SetGate[]
}

/** The outcome of a set of checks, like `RowGate` for a row. */
export type SetGate = {
  readonly name: string
  readonly value: number | null
  readonly passed: boolean | null
  readonly threshold?: number
  /** Weight in the mean of the row, if not 1. */
  readonly weight?: number
}

/** One part of a mean: a check, or a set of them. */
type Part = { readonly value: number | null; readonly passed: boolean | null; readonly weight: number; readonly canFail: boolean }

/** `undefined` if no check, no set and no threshold of the row can fail. */
export function gateOf({ checks, sets = [], threshold }: RowChecks, scores: Readonly<Record<string, Score>>): RowGate | undefined {
  // Most rows of most runs have no condition.
  if (threshold === undefined && sets.length === 0 && !checks.some(canFail)) return undefined
  const found = sets.flatMap((set) => {
    const own = checks.filter((check) => check.set === set.name)
    return own.length === 0 ? [] : [{ set, own, parts: own.map((check) => partOf(check, scores)) }]
  })
  const setGates = found.map(({ set, parts }) => setGate(set, outcomeOf(parts, set.threshold)))
  const setParts = found.map(({ set, own }, at): Part => {
    const { value = null, passed = null } = setGates[at] ?? {}
    // A set without weight in the mean must still pass, as in promptfoo; one whose checks have no weight decides nothing.
    const counts = own.some(hasWeight)
    return { value, passed, weight: counts ? (set.weight ?? 1) : 0, canFail: counts && (set.threshold !== undefined || own.some(canFail)) }
  })
  const parts = [...checks.filter((check) => check.set === undefined).map((check) => partOf(check, scores)), ...setParts]
  if (threshold === undefined && !parts.some((part) => part.canFail)) return undefined
  const outcome = outcomeOf(parts, threshold)
  return { ...outcome, ...(threshold === undefined ? {} : { threshold }), ...(setGates.length === 0 ? {} : { sets: setGates }) }
}

function setGate({ name, threshold, weight = 1 }: CheckSet, outcome: Pick<RowGate, 'value' | 'passed'>): SetGate {
  return { name, ...outcome, ...(threshold === undefined ? {} : { threshold }), ...(weight === 1 ? {} : { weight }) }
}

function partOf(check: Check, scores: Readonly<Record<string, Score>>): Part {
  const { metric, negate = false, weight = 1 } = check
  const score = scores[metric.name]
  if (score?.status !== 'scored') return { value: null, passed: null, weight, canFail: canFail(check) }
  return { value: negate ? 1 - score.value : score.value, passed: score.passed ?? true, weight, canFail: canFail(check) }
}

function canFail(check: Check): boolean {
  return (check.threshold !== undefined || check.byVerdict === true) && hasWeight(check)
}

function hasWeight({ weight = 1 }: Check): boolean {
  return weight !== 0
}

function outcomeOf(parts: readonly Part[], threshold: number | undefined): Pick<RowGate, 'value' | 'passed'> {
  let sum = 0
  let weights = 0
  let [least, most] = [1, 0]
  let allPass = true
  let isDecided = false
  for (const { value, passed, weight, canFail: decides } of parts) {
    if (weight === 0 && !decides) continue
    if (value === null) return { value: null, passed: null }
    isDecided ||= decides
    if (passed === false) allPass = false
    if (weight === 0) continue
    sum += weight * value
    least = Math.min(least, value)
    most = Math.max(most, value)
    weights += weight
  }
  if (weights === 0) return { value: null, passed: threshold === undefined && isDecided ? allPass : null }
  // A mean lies between its ends, and leaves them only by rounding.
  const value = Math.min(most, Math.max(least, sum / weights))
  return { value, passed: threshold === undefined ? allPass : value >= threshold }
}
