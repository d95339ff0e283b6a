import { type Catalog, createCatalog, type Judge, type MetricEntry } from '@assay/catalog'
import { type AnyMetric, AssayError, type MetricConfig } from '@assay/core'
import type { EvalOptions } from './eval-options.ts'

/**
 * The metrics asked for, made by the catalog with the options that concern them.
 * @throws AssayError `config` for an unknown name, a missing judge, or an option that no metric asked for would read.
 */
export async function chosenMetrics(options: EvalOptions, catalog: Catalog = createCatalog()): Promise<AnyMetric[]> {
  const entries = catalog.metrics()
  if (options.metrics.length === 0) {
    const names = entries.map(({ name, example = name }) => `-m ${example}`).join(', ')
    throw configError(`Name at least one metric: ${names}`)
  }
  const types = options.metrics.map((name) => name.toLowerCase().replaceAll('_', '-'))
  refuseIdleOptions(options, types)
  if (options.relevanceLevel !== undefined && !types.some((type) => takenBy(type, entries).includes('relevanceLevel'))) {
    throw configError(
      '--relevance-level is for measures by ids, of which none was asked for (ndcg reads grades, not a level). Leave it out.',
    )
  }
  const needsJudge = entries.some(({ name, needsJudge: needs }) => needs === true && types.includes(name))
  const judge = await chosenJudge(options, catalog, needsJudge)
  return Promise.all(
    options.metrics.map((name) => catalog.metricFrom({ ...configOf(name, options), ...idOptions(name, options, entries) }, { judge })),
  )
}

async function chosenJudge(options: EvalOptions, catalog: Catalog, isNeeded: boolean): Promise<Judge | undefined> {
  if (options.judge !== undefined) return catalog.judgeFrom(options.judge)
  if (!isNeeded) return undefined
  const ready = catalog.judges().filter(({ keyVariable }) => keyVariable !== undefined && (process.env[keyVariable] ?? '') !== '')
  const withKeys =
    ready.length === 0 ? 'No API key is set in the environment' : `Keys are set for: ${ready.map(({ name }) => name).join(', ')}`
  throw configError(
    `context-recall needs a judge. ${withKeys}. Write -j ${ready[0] === undefined ? 'openai:gpt-5-mini' : `${ready[0].name}:<model>`}, or -j lexical for a screen that needs no model.`,
  )
}

function configOf(name: string, options: EvalOptions): MetricConfig {
  const { similarity, threshold, strict, soft, explain, strategy, votes, requireQuote, grouping } = options
  const ofSimilarity = {
    ...(similarity === undefined ? {} : { similarity }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(strict ? { strict } : {}),
  }
  switch (name.toLowerCase().replaceAll('_', '-')) {
    case 'non-llm-context-precision':
    case 'non-llm-average-precision-retrieved':
      return { type: name, ...ofSimilarity }
    case 'non-llm-context-recall':
      return {
        type: name,
        ...ofSimilarity,
        ...(soft ? { soft } : {}),
        ...(explain ? { explain } : {}),
      }
    case 'context-recall':
      return {
        type: name,
        ...(strategy === undefined ? {} : { strategy }),
        ...(votes === undefined ? {} : { votes }),
        ...(requireQuote ? { requireQuote } : {}),
        ...(grouping ? {} : { grouping }),
      }
    default:
      return { type: name }
  }
}

/** What the measures by ids are told: the level asked for, and trec_eval's 0 for queries without relevant documents. */
function idOptions(name: string, { qrels, relevanceLevel }: EvalOptions, entries: readonly MetricEntry[]): Omit<MetricConfig, 'type'> {
  const taken = takenBy(name.toLowerCase().replaceAll('_', '-'), entries)
  return {
    ...(relevanceLevel !== undefined && taken.includes('relevanceLevel') ? { relevanceLevel } : {}),
    ...(qrels !== undefined && taken.includes('emptyReference') ? { emptyReference: 'zero' } : {}),
  }
}

function takenBy(type: string, entries: readonly MetricEntry[]): NonNullable<MetricEntry['takes']> {
  const isNamed = ({ name }: MetricEntry): boolean => type === name || type.startsWith(`${name}@`)
  return entries.find(isNamed)?.takes ?? []
}

/** They take what concerns the similarity, too. */
const BY_PRECISION = ['non-llm-context-precision', 'non-llm-average-precision-retrieved']

/** An option that changes nothing would let its author believe it did. */
function refuseIdleOptions(options: EvalOptions, types: readonly string[]): void {
  const wanted: readonly (readonly [option: string, isGiven: boolean, metric: string, others?: readonly string[]])[] = [
    ['--similarity', options.similarity !== undefined, 'non-llm-context-recall', BY_PRECISION],
    ['--threshold', options.threshold !== undefined, 'non-llm-context-recall', BY_PRECISION],
    ['--strict', options.strict, 'non-llm-context-recall', BY_PRECISION],
    ['--soft', options.soft, 'non-llm-context-recall'],
    ['--explain', options.explain, 'non-llm-context-recall'],
    ['--strategy', options.strategy !== undefined, 'context-recall'],
    ['--votes', options.votes !== undefined, 'context-recall'],
    ['--require-quote', options.requireQuote, 'context-recall'],
    ['--no-grouping', !options.grouping, 'context-recall'],
    ['--judge', options.judge !== undefined, 'context-recall'],
  ]
  const asksModels =
    (types.includes('context-recall') && options.judge !== 'lexical') ||
    options.similarity?.startsWith('embedding') === true ||
    options.metrics.some((name) => name.includes('/'))
  for (const [option, value] of [
    ['--max-retries', options.maxRetries],
    ['--timeout', options.timeoutSeconds],
    ['--total-timeout', options.totalTimeoutSeconds],
    ['--rpm', options.rpm],
    ['--tpm', options.tpm],
    ['--budget-usd', options.budgetUsd],
    ['--budget-tokens', options.budgetTokens],
    ['--prices', options.prices],
    ['--repeat', options.repeat],
    ['--stop-after', options.stopAfter],
  ] as const) {
    if (value !== undefined && !asksModels)
      throw configError(`${option} is for calls to a model, and nothing here makes any. Leave it out.`)
  }
  if (options.soft && options.explain) throw configError('--soft names every best match by itself: leave --explain out.')
  for (const [option, isGiven, metric, others = []] of wanted) {
    if (isGiven && ![metric, ...others].some((type) => types.includes(type)))
      throw configError(`${option} is for ${metric}, which was not asked for. Add -m ${metric}, or leave ${option} out.`)
  }
}

function configError(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}
