import { AssayError, type AssayErrorKind, type ErrorInfo } from './assay-error.ts'
import { noUsage, type Usage } from './usage.ts'

/**
 * Why a row has no value. Missing and empty fields come from the data, error kinds mostly from the judge; `declined` and
 * `nothing_recalled` are facts about the evaluated system, not failures.
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
 * A metric's result for one sample, as pure JSON. Unscored is a state, not a number: it never becomes 0 or NaN.
 */
export type Score<Detail = unknown> = ScoredScore<Detail> | UnscoredScore<Detail>

export type ScoredScore<Detail = unknown> = ScoreBase & {
  readonly status: 'scored'
  /** In [0, 1], never NaN, never rounded. 1 is perfect, 0 the worst. */
  readonly value: number
  /** If claims stayed undecided: the value with all of them unsupported, and with all of them supported. */
  readonly range?: readonly [low: number, high: number]
  /** Set if the judge gives pass or fail beside the value: a check requires both. */
  readonly verdict?: boolean
  readonly detail: Detail
  /** Set if the row has a check with a threshold. */
  readonly passed?: boolean
  /**
   * The check's threshold, if it lies within `range`: undecided claims could turn the check. `passed` follows `value`, in which they are
   * counted.
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
  /** Set if the row's check requires more than the value. */
  readonly check?: ScoreCheck
}

/** What a check requires of a score. */
export type ScoreCheck = {
  /** In [0, 1]: the threshold. Absent if there is none. */
  readonly threshold?: number
  /** Set if the value must stay below the threshold. It then counts as 1 − value in the row's mean. */
  readonly negate?: true
  /** Weight in the mean of the row's checks, or of its set's, if not 1. */
  readonly weight?: number
  /** The set of checks that it belongs to: then the set decides, not this check alone. */
  readonly set?: string
}

/** A score without a signature: `defineMetric` adds it, and the usage. */
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
 * A score with a value. Without `signature` it is for `defineMetric`, and `detail` may be left out.
 * @throws RangeError if `value` is not in [0, 1]: a mistake in the metric, not in the row.
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

/** @param metric The metric's name, for the message. @throws RangeError if `value` is no number in [0, 1]. */
export function requireValue(value: unknown, metric: string): void {
  if (typeof value === 'number' && value >= 0 && value <= 1) return
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value)
  throw new RangeError(`${metric}: the value ${shown} is not in [0, 1]. If there is no value, return unscored({ cause, reason }).`)
}

type GivenUnscored<Detail> = {
  cause: UnscoredCause
  reason: string
  usage?: Usage
  error?: ErrorInfo | undefined
  detail?: Partial<Detail> | undefined
}

/** A score without a value, and why. Without `signature` it is for `defineMetric`. */
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
 * The unscored score for a failure of a row or a judge.
 * @throws anything that is no AssayError, unchanged: a programming mistake, or `Suspended`.
 */
export function unscoredBy<Detail = never>(
  error: unknown,
  score: { signature: string; usage?: Usage; detail?: Partial<Detail> | undefined },
): UnscoredScore<Detail> {
  if (!AssayError.is(error)) throw error
  return unscored<Detail>({ ...score, cause: error.kind, reason: error.message, error: error.toJSON() })
}
