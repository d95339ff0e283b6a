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
  /** Set where the value was to stay below the threshold, and counts as 1 − value in the row's mean. */
  readonly negate?: true
  /** In the mean of the row's checks, or of its set's, where it is not 1. */
  readonly weight?: number
  /** The set of checks that it belongs to: the row is held to the set, and not to this check by itself. */
  readonly set?: string
}

/** A score that is not signed yet: `defineMetric` signs it, and counts what it cost. */
export type UnsignedScore<Detail = unknown> = Unsigned<ScoredScore<Detail>> | Unsigned<UnscoredScore<Detail>>

type Unsigned<Of extends ScoreBase> = Omit<Of, 'signature'>

type NoDetail = Readonly<Record<string, never>>

type GivenScore = {
  value: number
  reason: string
  usage?: Usage
  range?: readonly [number, number] | undefined
  verdict?: boolean | undefined
}

/**
 * A score with a number. Without `signature` it is one for `defineMetric`, and `detail` may be left out.
 * @throws RangeError where `value` is not in [0, 1]: a metric's own fault, never a row's.
 */
export function scored<Detail>(score: GivenScore & { signature: string; detail: Detail }): ScoredScore<Detail>
export function scored<Detail = NoDetail>(score: GivenScore & { detail?: Detail }): Unsigned<ScoredScore<Detail>>
export function scored(score: GivenScore & { signature?: string; detail?: unknown }): ScoredScore {
  const { signature = '', value, reason, detail = {}, usage = noUsage, range, verdict } = score
  requireValue(value, signature === '' ? 'A score' : signature)
  return {
    status: 'scored',
    value,
    ...(range === undefined ? {} : { range }),
    ...(verdict === undefined ? {} : { verdict }),
    reason,
    signature,
    usage,
    detail,
  }
}

/** @param who As the message names the metric. @throws RangeError where `value` is no number in [0, 1]. */
export function requireValue(value: unknown, who: string): void {
  if (typeof value === 'number' && value >= 0 && value <= 1) return
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value)
  throw new RangeError(`${who}: the value ${shown} is not in [0, 1]. Where there is none, give unscored({ cause, reason }).`)
}

type GivenUnscored<Detail> = {
  cause: UnscoredCause
  reason: string
  usage?: Usage
  error?: ErrorInfo | undefined
  detail?: Partial<Detail> | undefined
}

/** A score without a number, and why. Without `signature` it is one for `defineMetric`. */
export function unscored<Detail = never>(score: GivenUnscored<Detail> & { signature: string }): UnscoredScore<Detail>
export function unscored<Detail = never>(score: GivenUnscored<Detail>): Unsigned<UnscoredScore<Detail>>
export function unscored<Detail>(score: GivenUnscored<Detail> & { signature?: string }): UnscoredScore<Detail> {
  const { signature = '', cause, reason, usage = noUsage, error, detail } = score
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
