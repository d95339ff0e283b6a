import { AssayError, type AssayErrorKind, type ErrorInfo } from './assay-error.ts'
import { noUsage, type Usage } from './usage.ts'

/**
 * Why a row has no number. Missing and empty fields are the data's doing, error kinds mostly the judge's; `declined` and
 * `nothing_recalled` are facts about the system that answered, and no failure of anything.
 */
export type UnscoredCause =
  | 'missing_field'
  | 'empty_reference'
  | 'empty_response'
  | 'empty_user_input'
  | 'undecided'
  | 'no_claims'
  | 'no_majority'
  | 'declined'
  | 'nothing_recalled'
  | AssayErrorKind

/**
 * What a metric says of one sample: JSON, nothing else. Unscored is a state, not a number: nothing turns it into 0 or NaN.
 */
export type Score<Detail = unknown> = ScoredScore<Detail> | UnscoredScore<Detail>

export type ScoredScore<Detail = unknown> = ScoreBase & {
  readonly status: 'scored'
  /** In [0, 1], never NaN, never rounded. Perfect is exactly 1, nothing exactly 0. */
  readonly value: number
  /** Where claims stayed undecided: the value with all of them unsupported … all supported. */
  readonly range?: readonly [low: number, high: number]
  /** Where the judge says pass or fail beside the value: a check also needs it. */
  readonly verdict?: boolean
  readonly detail: Detail
  /** Set where a check with a threshold was asked of the row. */
  readonly passed?: boolean
  /**
   * The check's threshold, where it lies within `range`: undecided claims could turn the check, and `passed` is by `value`, in which
   * they are counted.
   */
  readonly undecidedAt?: number
  readonly repeats?: readonly Score<Detail>[]
}

export type UnscoredScore<Detail = unknown> = ScoreBase & {
  readonly status: 'unscored'
  readonly value: null
  readonly cause: UnscoredCause
  readonly error?: ErrorInfo
  readonly detail?: Partial<Detail>
  readonly passed?: null
}

type ScoreBase = {
  readonly signature: string
  readonly usage: Usage
  /** One sentence for people. */
  readonly reason: string
  /** Set where the row's check asks for more than the value. */
  readonly check?: ScoreCheck
}

/** What a check asked of a score. */
export type ScoreCheck = {
  /** In [0, 1]: what the value was to reach. Absent where nothing was. */
  readonly threshold?: number
  /** Set where the judge's own pass (or, negated, its fail) was due, with the threshold if there is one. */
  readonly byVerdict?: true
  /** Set where the value was to stay below the threshold, and counts as 1 − value in the row's mean. */
  readonly negate?: true
  /** In the mean of the row's checks, or of its set's, where it is not 1. */
  readonly weight?: number
  /** The set of checks that it belongs to: the row is held to the set, and not to this check by itself. */
  readonly set?: string
}

/** @throws RangeError where `value` is not in [0, 1]: a metric's own fault, never a row's. */
export function scored<Detail>(score: {
  signature: string
  value: number
  reason: string
  detail: Detail
  usage?: Usage
  range?: readonly [number, number] | undefined
}): ScoredScore<Detail> {
  if (!(score.value >= 0 && score.value <= 1)) throw new RangeError(`${score.signature}: the value ${score.value} is not in [0, 1]`)
  const { signature, value, reason, detail, usage = noUsage, range } = score
  return range === undefined
    ? { status: 'scored', value, reason, signature, usage, detail }
    : { status: 'scored', value, range, reason, signature, usage, detail }
}

export function unscored<Detail = never>(score: {
  signature: string
  cause: UnscoredCause
  reason: string
  usage?: Usage
  error?: ErrorInfo | undefined
  detail?: Partial<Detail> | undefined
}): UnscoredScore<Detail> {
  const { signature, cause, reason, usage = noUsage, error, detail } = score
  return {
    status: 'unscored',
    value: null,
    cause,
    reason,
    signature,
    usage,
    ...(error === undefined ? {} : { error }),
    ...(detail === undefined ? {} : { detail }),
  }
}

/**
 * The unscored score for a failure that a row or a judge caused.
 * @throws what is no AssayError, unchanged: a programmer's mistake, or `Suspended`.
 */
export function unscoredBy<Detail = never>(
  error: unknown,
  score: { signature: string; usage?: Usage; detail?: Partial<Detail> | undefined },
): UnscoredScore<Detail> {
  if (!AssayError.is(error)) throw error
  return unscored<Detail>({ ...score, cause: error.kind, reason: error.message, error: error.toJSON() })
}
