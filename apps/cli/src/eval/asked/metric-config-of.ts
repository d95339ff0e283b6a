import type { JudgeEntry, MetricEntry } from '@assay/catalog'
import type { AnyMetric, MetricConfig } from '@assay/core'
import { limitedJudge } from './chosen-judge.ts'
import { type EvalOptions, isOfCommandLine } from './eval-options.ts'

type MetricAsked = EvalOptions['metrics'][number]
type Fields = { readonly type: string; readonly [option: string]: unknown }

/** Whether the configuration holds the metric itself. */
export function isMadeMetric(metric: MetricAsked): metric is AnyMetric {
  return typeof metric === 'object' && 'score' in metric && typeof metric.score === 'function'
}

/** The types of a metric and of its parts as they were written; none of one that is an object. */
export function writtenTypesOf(metric: MetricAsked): string[] {
  if (isMadeMetric(metric)) return []
  return [typeof metric === 'string' ? metric : metric.type, ...partsOf(metric).flatMap(writtenTypesOf)]
}

/** The same, lower case and dashed. */
export function typesOf(metric: MetricAsked): string[] {
  return writtenTypesOf(metric).map(dashed)
}

/** Whether it cannot do without the judge of the run. */
export function needsJudgeOfRun(metric: MetricAsked, options: EvalOptions, entries: readonly MetricEntry[]): boolean {
  if (isMadeMetric(metric)) return false
  const type = dashed(typeof metric === 'string' ? metric : metric.type)
  const hasOwn = typeof metric === 'object' && ('judge' in metric || 'verifier' in metric || 'assessor' in metric) && !isJudgeGiven(options)
  const needs = entries.some(({ name, needsJudge }) => needsJudge === true && name === type)
  return (needs && !hasOwn) || partsOf(metric).some((part) => needsJudgeOfRun(part, options, entries))
}

/**
 * The configuration of a metric, with the options that concern it: of one that is named alone all of them, of one with options of its
 * own those of the command line.
 */
export function metricConfigOf(
  metric: string | Fields,
  options: EvalOptions,
  known: { readonly entries: readonly MetricEntry[]; readonly judges: readonly JudgeEntry[] },
): MetricConfig {
  const isNamed = typeof metric === 'string'
  const config: Fields = isNamed ? { type: metric } : metric
  const type = dashed(config.type)
  const read = optionsFor(type, options, known.entries)
  const given = read.filter(([, value, name]) => value !== undefined && (isNamed || isOfCommandLine(options, name)))
  const { judge, ...rest } = config
  const own = judge === undefined || isJudgeGiven(options) ? {} : { judge: limitedJudge(judge, options, known.judges) }
  const parts = Object.fromEntries(PARTS.flatMap((name) => (rest[name] === undefined ? [] : [[name, partsWith(rest[name])]])))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON, or what the catalog refuses
  return { ...rest, ...own, ...parts, ...Object.fromEntries(given) } as MetricConfig

  function partsWith(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(partsWith)
    if (!isFields(value)) return value
    if ('metric' in value) return { ...value, metric: partsWith(value['metric']) }
    return hasType(value) ? metricConfigOf(value, options, known) : value
  }
}

/** Whether the similarity of the run is its own where it is named alone. */
export function takesSimilarity(type: string): boolean {
  return BY_SIMILARITY.has(dashed(type))
}

const BY_SIMILARITY: ReadonlySet<string> = new Set([
  'non-llm-context-recall',
  'non-llm-context-precision',
  'non-llm-average-precision-retrieved',
])

/** What the measures by ids are told besides: see `MetricEntry`. */
export function takenBy(type: string, entries: readonly MetricEntry[]): NonNullable<MetricEntry['takes']> {
  return entries.find(({ name }) => type === name || type.startsWith(`${name}@`))?.takes ?? []
}

type Reading = readonly [option: string, value: unknown, configName: Parameters<typeof isOfCommandLine>[1]]

function optionsFor(type: string, options: EvalOptions, entries: readonly MetricEntry[]): readonly Reading[] {
  const { similarity, threshold, strict, soft, explain, strategy, votes, requireQuote, grouping, relevanceLevel, qrels } = options
  const ofSimilarity: readonly Reading[] = [
    ['similarity', similarity, 'similarity'],
    ['threshold', threshold, 'threshold'],
    ['strict', strict || undefined, 'strict'],
  ]
  switch (type) {
    case 'non-llm-context-precision':
    case 'non-llm-average-precision-retrieved':
      return ofSimilarity
    case 'non-llm-context-recall':
      return [...ofSimilarity, ['soft', soft || undefined, 'soft'], ['explain', explain || undefined, 'explain']]
    case 'context-recall':
      return [
        ['strategy', strategy, 'strategy'],
        ['votes', votes, 'votes'],
        ['requireQuote', requireQuote || undefined, 'requireQuote'],
        ['grouping', grouping ? undefined : false, 'grouping'],
      ]
    default: {
      const taken = takenBy(type, entries)
      return [
        ['relevanceLevel', taken.includes('relevanceLevel') ? relevanceLevel : undefined, 'relevanceLevel'],
        // As trec_eval counts queries without relevant documents.
        ['emptyReference', qrels !== undefined && taken.includes('emptyReference') ? 'zero' : undefined, 'qrels'],
      ]
    }
  }
}

const PARTS = ['of', 'recall', 'precision'] as const

function partsOf(metric: MetricAsked): (string | MetricConfig)[] {
  if (typeof metric === 'string' || isMadeMetric(metric)) return []
  const fields: Readonly<Record<string, unknown>> = metric
  return PARTS.flatMap((name) => fields[name] ?? []).flatMap((part) => {
    const inner = isFields(part) && 'metric' in part ? part['metric'] : part
    return isPart(inner) ? [inner] : []
  })
}

/** The texts that `of` takes otherwise are no types, and found among no metrics. */
function isPart(value: unknown): value is string | MetricConfig {
  return typeof value === 'string' || (isFields(value) && hasType(value))
}

function hasType(value: Readonly<Record<string, unknown>>): value is Fields {
  return typeof value['type'] === 'string'
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A judge on the command line beats everything in the file. */
function isJudgeGiven(options: EvalOptions): boolean {
  return options.judge !== undefined && isOfCommandLine(options, 'judge')
}

function dashed(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}
