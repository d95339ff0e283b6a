import { exitCode } from '@assay/command-kit'
import { counted } from '@assay/reporters'
import { say } from '../cli/say.ts'
import { causeCounts } from '../report/cause-counts.ts'
import type { ProviderComparison } from './provider-comparison.ts'

export type Ended = {
  readonly wasInterrupted: boolean
  /** The run to resume, if the store holds it. */
  readonly resumable: string | undefined
  /** How many rows a judge may leave unscored. */
  readonly allowUnscored: number
  /** `false` if the file of -o could not be written; the user knows already. */
  readonly isWritten: boolean
}

/** The exit code of a comparison. Prints a line for each reason why it is not 0. */
export function codeOfComparison(
  { stopped, providers }: ProviderComparison,
  { wasInterrupted, resumable, allowUnscored, isWritten }: Ended,
): number {
  if (stopped !== null) say(`stopped early: ${stopped.reason}`)
  if ((stopped !== null || !isWritten) && resumable !== undefined) say(`to resume it: assay-bench providers --resume=${resumable}`)
  if (stopped !== null && wasInterrupted) return exitCode.interrupted
  const silent = providers.filter(({ scored }) => scored === 0)
  if (stopped === null) for (const { name, causes } of silent) say(`${name} scored nothing${inBrackets(causes)}`)
  if (silent.length === providers.length) return exitCode.unusable
  if (stopped !== null) return exitCode.incomplete
  const over = providers.filter(({ scored, unscored }) => scored > 0 && unscored > allowUnscored)
  for (const { name, scored, unscored, causes } of over) {
    say(`${name} left ${unscored} of ${counted(scored + unscored, 'row')} unscored, more than --allow-unscored allows${inBrackets(causes)}`)
  }
  return silent.length > 0 || over.length > 0 || !isWritten ? exitCode.incomplete : exitCode.ok
}

function inBrackets(causes: Readonly<Record<string, number>>): string {
  const text = causeCounts(causes)
  return text === '' ? '' : ` (${text})`
}
