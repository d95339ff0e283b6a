import { clipText, forTerminal, shortfallsOf } from '@assay/reporters'
import type { Measured } from './measured.ts'

/** A message is read in a terminal: beyond these, the report of a run is the better place. */
const MOST_SHOWN = 20
const MOST_UNITS = 500

/** How the expectation was written, and whether under `.not`. */
type Written = { readonly call: string; readonly isNot: boolean }

/** Why an expectation failed, with what the sample lacks. Texts of samples and judges are made harmless to a terminal. */
export function failureMessage(measured: Measured, { call, isNot }: Written): string {
  const { name, score } = measured
  return [call, '', `${neutral(name)} ${foundBy(measured, isNot)}`, ...lackingIn(measured, isNot), '', neutral(score.signature)].join('\n')
}

function foundBy({ atLeast, score }: Measured, isNot: boolean): string {
  const reason = neutral(score.reason)
  if (score.status === 'unscored')
    return `has no score (${score.cause}): ${reason}\nWhat has no score meets no expectation${isNot ? ', under .not neither' : ''}.`
  const range = score.range === undefined ? '' : ` (from ${score.range[0]} to ${score.range[1]}, as the undecided claims turn out)`
  return `is ${score.value}${range}, ${isNot ? 'which is at least' : 'below'} ${atLeast}: ${reason}`
}

function lackingIn({ sample, score }: Measured, isNot: boolean): string[] {
  if (isNot || score.status === 'unscored') return []
  const found = shortfallsOf(score, sample)
  const lines = found
    .slice(0, MOST_SHOWN)
    .map(({ kind, text, why }) => `- ${kind}: ${neutral(text)}${why === '' ? '' : `\n  ${neutral(why)}`}`)
  if (lines.length === 0) return []
  return ['', ...lines, ...(found.length > MOST_SHOWN ? [`- and ${found.length - MOST_SHOWN} more`] : [])]
}

function neutral(text: string): string {
  return forTerminal(clipText(text, MOST_UNITS))
}
