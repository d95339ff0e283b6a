import type { Judge } from '@assay/catalog'
import { type AnyMetric, AssayError } from '@assay/core'
import type { AssayConfig } from '../../config/define-config.ts'
import { type EvalOptions, isOfCommandLine } from './eval-options.ts'
import { optionName } from './in-place.ts'

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
  if (!options.outputs.some((file) => /\.csv$/i.test(file))) {
    for (const [option, name, isGiven] of [
      ['--csv-safe', 'csvSafe', options.csvSafe],
      ['--csv-columns', 'csvColumns', options.csvColumns !== undefined],
    ] as const)
      if (isGiven && isOfCommandLine(options, name))
        throw configError(`${option} is for outputs that end in .csv, and none does. Add -o NAME.csv, or leave it out.`)
  }
  if (options.allowPartial && isOfCommandLine(options, 'allowPartial') && options.repeat === undefined)
    throw configError('--allow-partial is for rows that are scored several times. Add --repeat N, or leave it out.')
  if (options.generate && isOfCommandLine(options, 'generate'))
    throw configError('--generate is for promptfoo configurations, whose targets it asks. Leave it out, or name one with -c.')
  if (options.promptfooOutputs !== undefined)
    throw configError(
      '--outputs is for promptfoo configurations, whose targets have answered in that file. Name the configuration with -c, too.',
    )
  if (options.allowSkipped)
    throw configError('--allow-skipped is for promptfoo configurations, some of whose assertions are not checked here. Leave it out.')
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
    ['--cache-ttl', 'cacheTtl', options.cacheTtl],
  ] as const) {
    if (value !== undefined && isOfCommandLine(options, name))
      throw configError(`${option} is for calls to a model, and nothing here makes any. Leave it out.`)
  }
}

/** And for leave to take a screen's word, where no screen has one. @throws AssayError `config` */
export function refuseIdleScreenOption(options: EvalOptions, metrics: readonly AnyMetric[]): void {
  if (!options.allowScreen || !isOfCommandLine(options, 'allowScreen') || metrics.some(({ evidence }) => evidence === 'screen')) return
  throw configError('--allow-screen is for gates on what the lexical screen says, and no metric here rests on it. Leave it out.')
}

/** @throws AssayError `config` for votes that could not be counted as asked. */
export function refuseUnfitVotes(options: EvalOptions): void {
  const { votes, strategy, grouping } = options
  const named = optionName(options, 'votes', '--votes')
  if (votes !== undefined && votes % 2 === 0)
    throw configError(`${named} ${votes}: an even number of votes can end in a tie. Take an odd one.`)
  if (strategy !== 'single-pass') return
  if (votes !== undefined && votes > 1)
    throw configError(
      `${named} ${votes} needs claims that stay the same, and with the strategy single-pass each call has its own. Take batched or per-claim.`,
    )
  if (!grouping && isOfCommandLine(options, 'grouping'))
    throw configError('--no-grouping has no effect with the strategy single-pass, which never shows contexts in groups. Leave it out.')
}

/**
 * The options without those that only a model can be told, where the judge of the run is none.
 * @throws AssayError `config` for one of the command line.
 */
export function withoutModelOptions(options: EvalOptions, judge: Judge | undefined): EvalOptions {
  if (judge === undefined || !('verify' in judge)) {
    // One call splits and judges: what the configuration says of groups is for other runs.
    return options.strategy === 'single-pass' && !isOfCommandLine(options, 'grouping') ? { ...options, grouping: true } : options
  }
  const isScreen = judge.kind === 'screen'
  for (const [option, name, isGiven] of [
    ['--strategy', 'strategy', options.strategy !== undefined],
    ['--require-quote', 'requireQuote', options.requireQuote],
    ['--no-grouping', 'grouping', !options.grouping],
    ['--votes', 'votes', isScreen && options.votes !== undefined && options.votes !== 1],
  ] as const) {
    if (isGiven && isOfCommandLine(options, name))
      throw configError(
        `${option} is for judges that are models, and ${judge.signature} is none. Name a model with -j, or leave ${option} out.`,
      )
  }
  return { ...options, strategy: undefined, requireQuote: false, grouping: true, votes: isScreen ? undefined : options.votes }
}

function configError(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}
