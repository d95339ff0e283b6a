import { AssayError } from '@assay/core'
import type { AssayConfig } from '../../config/define-config.ts'
import { type EvalOptions, isOfCommandLine } from './eval-options.ts'

/** They take what concerns the similarity, too. */
const BY_PRECISION = ['non-llm-context-precision', 'non-llm-average-precision-retrieved']

type Wanted = readonly [option: string, name: keyof AssayConfig, isGiven: boolean, metric: string, others?: readonly string[]]

/**
 * An option that changes nothing would let its author believe it did. Those of a configuration are meant for the runs that they fit.
 * @throws AssayError `config` naming the option and the metric it is for.
 */
export function refuseIdleOptions(options: EvalOptions, types: readonly string[]): void {
  const wanted: readonly Wanted[] = [
    ['--similarity', 'similarity', options.similarity !== undefined, 'non-llm-context-recall', BY_PRECISION],
    ['--threshold', 'threshold', options.threshold !== undefined, 'non-llm-context-recall', BY_PRECISION],
    ['--strict', 'strict', options.strict, 'non-llm-context-recall', BY_PRECISION],
    ['--soft', 'soft', options.soft, 'non-llm-context-recall'],
    ['--explain', 'explain', options.explain, 'non-llm-context-recall'],
    ['--strategy', 'strategy', options.strategy !== undefined, 'context-recall'],
    ['--votes', 'votes', options.votes !== undefined, 'context-recall'],
    ['--require-quote', 'requireQuote', options.requireQuote, 'context-recall'],
    ['--no-grouping', 'grouping', !options.grouping, 'context-recall'],
    ['--judge', 'judge', options.judge !== undefined, 'context-recall'],
    ['--max-output-tokens', 'maxOutputTokens', options.maxOutputTokens !== undefined, 'context-recall'],
  ]
  if (options.soft && options.explain) throw configError('--soft names every best match by itself: leave --explain out.')
  if (options.generate && isOfCommandLine(options, 'generate'))
    throw configError('--generate is for promptfoo configurations, whose targets it asks. Leave it out, or name one with -c.')
  for (const [option, name, isGiven, metric, others = []] of wanted) {
    if (isGiven && isOfCommandLine(options, name) && ![metric, ...others].some((type) => types.includes(type)))
      throw configError(`${option} is for ${metric}, which was not asked for. Add -m ${metric}, or leave ${option} out.`)
  }
}

/** The same for limits on calls, where nothing asks a model. @throws AssayError `config` */
export function refuseIdleCallOptions(options: EvalOptions, asksModels: boolean): void {
  if (asksModels) return
  for (const [option, name, value] of [
    ['--max-retries', 'maxRetries', options.maxRetries],
    ['--timeout', 'timeout', options.timeoutSeconds],
    ['--total-timeout', 'totalTimeout', options.totalTimeoutSeconds],
    ['--rpm', 'rpm', options.rpm],
    ['--tpm', 'tpm', options.tpm],
    ['--budget-usd', 'budgetUsd', options.budgetUsd],
    ['--budget-tokens', 'budgetTokens', options.budgetTokens],
    ['--prices', 'prices', options.prices],
    ['--repeat', 'repeat', options.repeat],
    ['--stop-after', 'stopAfter', options.stopAfter],
  ] as const) {
    if (value !== undefined && isOfCommandLine(options, name))
      throw configError(`${option} is for calls to a model, and nothing here makes any. Leave it out.`)
  }
}

function configError(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}
