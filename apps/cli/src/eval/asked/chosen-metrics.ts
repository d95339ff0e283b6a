import { type Catalog, createCatalog, type Judge } from '@assay/catalog'
import { type AnyMetric, AssayError } from '@assay/core'
import { chosenJudge } from './chosen-judge.ts'
import { type EvalOptions, isOfCommandLine } from './eval-options.ts'
import { refuseIdleCallOptions, refuseIdleOptions, refuseIdleScreenOption, refuseUnfitVotes, withoutModelOptions } from './idle-options.ts'
import { inPlace } from './in-place.ts'
import { mayAskModels } from './may-ask-models.ts'
import { isMadeMetric, metricConfigOf, needsJudgeOfRun, takenBy, takesSimilarity, typesOf, writtenTypesOf } from './metric-config-of.ts'

/**
 * The metrics asked for, made by the catalog with the options that concern them.
 * @throws AssayError `config` for an unknown name, a missing judge, or an option of the command line that no metric asked for would read.
 */
export async function chosenMetrics(options: EvalOptions, catalog: Catalog = createCatalog()): Promise<AnyMetric[]> {
  const entries = catalog.metrics()
  if (options.metrics.length === 0) {
    const names = entries
      .filter(({ isMadeOf }) => isMadeOf !== true)
      .map(({ name, example = name }) => `-m ${example}`)
      .join(', ')
    throw configError(`Name at least one metric: ${names}`)
  }
  const types = options.metrics.flatMap(typesOf)
  for (const [index, metric] of options.metrics.entries()) {
    const check = (type: string): void => {
      refuseSeveralInOne(type)
      catalog.checkMetricName(type)
    }
    inPlace(options, 'metrics', () => writtenTypesOf(metric).forEach(check), index)
  }
  refuseUnreachableJudges(options)
  refuseIdleOptions(options, types)
  const isLevelRead = types.some((type) => takenBy(type, entries).includes('relevanceLevel'))
  if (options.relevanceLevel !== undefined && !isLevelRead && isOfCommandLine(options, 'relevanceLevel')) {
    throw configError(
      '--relevance-level is for measures by ids, of which none was asked for (ndcg reads grades, not a level). Leave it out.',
    )
  }
  const isNeeded = options.metrics.some((metric) => needsJudgeOfRun(metric, options, entries))
  const judge: Judge | undefined = await chosenJudge(options, catalog, isNeeded)
  refuseUnfitVotes(options)
  const fitting = withoutModelOptions(options, judge)
  const known = { entries, judges: catalog.judges() }
  const metrics = await Promise.all(
    options.metrics.map(async (metric, index) => {
      if (isMadeMetric(metric)) return metric
      const make = (): Promise<AnyMetric> => catalog.metricFrom(metricConfigOf(metric, fitting, known), { judge })
      const similarity = typeof metric === 'string' && takesSimilarity(metric) ? options.similarity : undefined
      if (similarity !== undefined) return inPlace(options, 'similarity', make)
      return inPlace(options, 'metrics', make, index)
    }),
  )
  refuseIdleScreenOption(options, metrics)
  refuseIdleCallOptions(options, metrics.some(mayAskModels) || types.some((type) => type.includes('/')))
  return metrics
}

/** Names parted by commas. A path may hold one. */
function refuseSeveralInOne(type: string): void {
  if (!type.includes(',') || /[/\\]/.test(type)) return
  const names = type.split(',').map((name) => name.trim())
  throw configError(
    `"${type}" names several metrics. Give each a place of its own: ${names.map((name) => `-m ${name}`).join(' ')}, or an entry in the list metrics of a configuration.`,
  )
}

/** A metric that is an object has its judge inside. */
function refuseUnreachableJudges(options: EvalOptions): void {
  for (const [option, isGiven] of [
    ['--judge', options.judge !== undefined && isOfCommandLine(options, 'judge')],
    ['--max-output-tokens', options.maxOutputTokens !== undefined && isOfCommandLine(options, 'maxOutputTokens')],
  ] as const) {
    const fixed = isGiven ? options.metrics.find((metric) => isMadeMetric(metric) && metric.kind === 'llm') : undefined
    if (fixed === undefined || !isMadeMetric(fixed)) continue
    throw configError(
      `${option} cannot reach ${fixed.name}: the configuration holds it as an object, with its judge inside. Name it there as { type: 'context-recall' }, or leave ${option} out.`,
    )
  }
}

function configError(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}
