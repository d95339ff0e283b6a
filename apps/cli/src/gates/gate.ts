import { type AssayError, configError } from '@assay/core'
import { nearestName } from '@assay/text'
import { isRowColumn } from './row-threshold.ts'

/** A condition on a metric of a run. */
export type Gate = {
  /** As written. */
  readonly text: string
  /** Its place, for messages: `--fail-under`, or a place in a configuration. */
  readonly from: string
  /** Whether the value must reach the limit, or must not exceed it. */
  readonly side: GateSide
  /** A metric's name in the run. */
  readonly metric: string
  /**
   * Mean; the end of its interval nearer to the limit; mean with unscored rows at their worst, 0 or 1; or share of scored rows on the
   * right side of `from`: a number, or a column with each row's own.
   */
  readonly of: 'mean' | 'lo' | 'hi' | 'worst' | { readonly from: number | { readonly column: string } }
  /** In [0, 1]. A share must reach it whatever the side of the gate. */
  readonly limit: number
}

/** `atLeast` for what is better when higher, `atMost` for what is better when lower. */
export type GateSide = 'atLeast' | 'atMost'

type Side = {
  readonly flag: '--fail-under' | '--fail-over'
  readonly setting: 'failUnder' | 'failOver'
  readonly suffixes: readonly ('lo' | 'hi' | 'worst')[]
  readonly example: string
}

export const gateSides: Readonly<Record<GateSide, Side>> = {
  atLeast: {
    flag: '--fail-under',
    setting: 'failUnder',
    suffixes: ['lo', 'worst'],
    example: 'metric=0.8, metric.lo=0.75, metric.worst=0.7 or metric@0.5=90%',
  },
  atMost: {
    flag: '--fail-over',
    setting: 'failOver',
    suffixes: ['hi', 'worst'],
    example: 'metric=0.1, metric.hi=0.15, metric.worst=0.2 or metric@0.2=90%',
  },
}

/**
 * Reads `name=0.8`, `name.lo=0.75`, `name.worst=0.7`, `name@0.5=90%` or `name@metadata.threshold=100%`. The part before `=` is first
 * looked up as a name, so that `recall@5=0.8` is a mean and `recall@5@0.5=90%` a share. Names may be written with `-` for `_`.
 * `undefined` if it is on none of the metrics.
 * @throws AssayError `config` with the expected form.
 */
export function parseGate(
  text: string,
  names: readonly string[],
  side: GateSide = 'atLeast',
  from: string = gateSides[side].flag,
): Gate | undefined {
  const { suffixes, example } = gateSides[side]
  const wrong = (what: string): AssayError => configError(`${from} ${text}: ${what}.`)
  const equals = text.lastIndexOf('=')
  const left = text.slice(0, Math.max(equals, 0))
  const right = text.slice(equals + 1)
  if (equals <= 0 || right === '') throw wrong(`expected ${example}`)
  const whole = named(left, names)
  if (whole !== undefined) {
    if (right.endsWith('%')) throw wrong(`a share needs the value that rows must reach, as in ${left}@0.5=${right}`)
    return { text, from, side, metric: whole, of: 'mean', limit: shareOf(right) }
  }
  for (const suffix of suffixes) {
    const metric = left.endsWith(`.${suffix}`) ? named(left.slice(0, -suffix.length - 1), names) : undefined
    if (metric !== undefined) return { text, from, side, metric, of: suffix, limit: shareOf(right) }
  }
  const at = left.lastIndexOf('@')
  const metric = at > 0 ? named(left.slice(0, at), names) : undefined
  if (metric === undefined) return undefined
  if (!right.endsWith('%')) throw wrong(`a share of rows ends in %, as in ${left}=90%`)
  const percent = numberOf(right.slice(0, -1))
  if (!(percent >= 0 && percent <= 100)) throw wrong(`${right} is no share from 0% to 100%`)
  const limit = percent / 100
  const wanted = left.slice(at + 1)
  if (isRowColumn(wanted)) return { text, from, side, metric, of: { from: { column: wanted } }, limit }
  if (/[a-z]/i.test(wanted) && Number.isNaN(numberOf(wanted)))
    throw wrong(`${wanted} is neither a number from 0 to 1 nor a column of metadata, as in ${metric}@metadata.threshold=${right}`)
  return { text, from, side, metric, of: { from: shareOf(wanted) }, limit }

  function shareOf(written: string): number {
    const value = numberOf(written)
    if (value >= 0 && value <= 1) return value
    throw wrong(`${written} is no number from 0 to 1`)
  }
}

function named(name: string, names: readonly string[]): string | undefined {
  return names.find((known) => known === name) ?? names.find((known) => known.replaceAll('-', '_') === name.replaceAll('-', '_'))
}

/** The error for a gate that is on none of the metrics. */
export function unnamedGate(text: string, names: readonly string[], side: GateSide, from: string): AssayError {
  const left = text.slice(0, text.lastIndexOf('='))
  return configError(`${from} ${text}: no metric of this run is named so.${hint(left, names, side)} There is ${names.join(', ')}.`)
}

/** The error for a gate that requires the worse direction of a metric. `isFile`: it is in a configuration. */
export function gateOfOtherSide({ text, from, metric, side }: Gate, isFile: boolean): AssayError {
  const other = gateSides[side === 'atLeast' ? 'atMost' : 'atLeast']
  const better = side === 'atLeast' ? 'lower' : 'higher'
  const turned = side === 'atLeast' ? text.replace(/\.lo=/, '.hi=') : text.replace(/\.hi=/, '.lo=')
  const write = isFile ? `Put it under ${other.setting}` : 'Write'
  return configError(
    `${from} ${text}: ${better} is better for ${metric}. ${write}${isFile ? `, as in ${turned}` : ` ${other.flag} ${turned}`}.`,
  )
}

/** A misspelt name may precede a suffix, which is preserved; a name that ends in `@5` has none. Or the suffix is misspelt. */
function hint(left: string, names: readonly string[], side: GateSide): string {
  const { suffixes } = gateSides[side]
  const whole = names.find((name) => left.startsWith(`${name}.`))
  if (whole !== undefined) {
    const all = [whole, ...suffixes.map((suffix) => `${whole}.${suffix}`)]
    return ` Gates on ${whole} are ${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}.`
  }
  const [ending = ''] = /(?:\.lo|\.hi|\.worst|@(?:[\d.]+|metadata\.[^@]*))$/.exec(left) ?? []
  const nearest = nearestName(left, [...names, ...names.map((name) => `${name}${ending}`)])
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`
}

function numberOf(text: string): number {
  return /^(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?$/i.test(text) ? Number(text) : Number.NaN
}
