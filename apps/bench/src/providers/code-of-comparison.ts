import { exitCode } from '@assay/command-kit'
import { counted } from '@assay/reporters'
import { say } from '../cli/say.ts'
import { causesText } from '../report/causes-text.ts'
import type { ProviderComparison } from './provider-comparison.ts'

export type Ended = {
  readonly wasInterrupted: boolean
  /** The run to resume, where something of it is kept. */
  readonly kept: string | undefined
  /** Rows that a judge may leave without a score. */
  readonly allowUnscored: number
  /** `false` where the file of -o was lost, which is said already. */
  readonly isWritten: boolean
}

/** What a comparison tells the shell; what makes it no success is said in a line each. */
export function codeOfComparison(
  { stopped, providers }: ProviderComparison,
  { wasInterrupted, kept, allowUnscored, isWritten }: Ended,
): number {
  if (stopped !== null) say(`stopped early: ${stopped.reason}`)
  if ((stopped !== null || !isWritten) && kept !== undefined) say(`to go on with it: assay-bench providers --resume=${kept}`)
  if (stopped !== null && wasInterrupted) return exitCode.interrupted
  const silent = providers.filter(({ scored }) => scored === 0)
  if (stopped === null) for (const { name, causes } of silent) say(`nothing was scored by ${name}${inBrackets(causes)}`)
  if (silent.length === providers.length) return exitCode.unusable
  if (stopped !== null) return exitCode.incomplete
  const over = providers.filter(({ scored, unscored }) => scored > 0 && unscored > allowUnscored)
  for (const { name, scored, unscored, causes } of over) {
    say(`unscored by ${name}: ${unscored} of ${counted(scored + unscored, 'row')}, more than --allow-unscored says${inBrackets(causes)}`)
  }
  return silent.length > 0 || over.length > 0 || !isWritten ? exitCode.incomplete : exitCode.ok
}

function inBrackets(causes: Readonly<Record<string, number>>): string {
  const text = causesText(causes)
  return text === '' ? '' : ` (${text})`
}
