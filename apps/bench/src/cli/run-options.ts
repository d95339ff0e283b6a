import { InvalidArgumentError } from 'commander'
import type { ResumeOptions } from './resumed-run.ts'
import type { Strategy } from '../figures/bench-result.ts'

/** The options of `assay-bench run`, as commander hands them on and the store keeps them for whoever resumes. */
export type RunOptions = ResumeOptions & {
  readonly judge?: readonly string[]
  readonly fixtures?: readonly string[]
  readonly strategy?: readonly Strategy[]
  readonly repeat?: number
  readonly limit?: number
  readonly order?: boolean
  readonly injection?: boolean
  readonly thresholdFrom?: string
  readonly output?: readonly string[]
  readonly concurrency?: number
  readonly rpm?: number
  readonly tpm?: number
  readonly timeout?: number
  readonly maxRetries?: number
  readonly budgetUsd?: number
  readonly prices?: string
  readonly dryRun?: boolean
  readonly quiet?: boolean
}

export function strategies(text: string, before: readonly Strategy[] = []): Strategy[] {
  if (text !== 'per-claim' && text !== 'batched') throw new InvalidArgumentError('There are: per-claim, batched.')
  if (before.includes(text)) throw new InvalidArgumentError('It is given twice.')
  return [...before, text]
}
