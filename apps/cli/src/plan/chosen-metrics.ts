import { type Catalog, type JudgeConfig, type NamedMetric, withCutoffs } from '@assay/catalog'
import { type AnyMetric, type AssayError, configError, type MetricConfig } from '@assay/core'
import { metricSet, takesOption } from '@assay/catalog/metrics'
import { checkOption, dashed, flagOf, type Judge, type SettingsRun } from '@assay/options'
import { inPlace } from '../settings/in-place.ts'
import { type EvalRequest, isOfCommandLine, placeOf } from '../settings/request.ts'
import { chosenJudge, isMadeJudge, limitedJudge } from './chosen-judge.ts'
import { mayCallModels } from './may-call-models.ts'
import { refuseUnusedSettings } from './refuse-unused-settings.ts'

type WrittenMetric = string | MetricConfig | AnyMetric

/** A metric, and the index of the written one it comes from: a set of metrics, or several cut-offs, are written as one. */
type Written = { readonly metric: WrittenMetric; readonly index: number }

/**
 * The requested metrics, created by the catalog with their options.
 * @throws AssayError `config` for an unknown name, a missing judge, or an option of the command line that no requested metric reads.
 */
export async function chosenMetrics(request: EvalRequest, catalog: Catalog): Promise<AnyMetric[]> {
  const written: readonly WrittenMetric[] = request.settings.metrics ?? []
  if (written.length === 0) throw await withoutMetric(catalog)
  const known = new Set((await catalog.metrics()).map(({ type }) => type))
  const requested = written.flatMap((metric, index): Written[] => partsOf(metric, known).map((one) => ({ metric: one, index })))
  const named = await Promise.all(
    requested.map(async ({ metric, index }) =>
      inPlace(request, 'metrics', async () => (isMadeMetric(metric) ? [] : namesIn(metric, catalog)), index),
    ),
  )
  refuseUnreachableJudges(request, written)
  refuseForeignOptions(request, named.flat())
  const needsJudge = named.some(([metric, ...parts]) => metric !== undefined && asksJudgeOfRun(metric, parts, request))
  const judge = await chosenJudge(request, catalog, needsJudge)
  const overrides = overrideUse()
  const metrics = await Promise.all(
    requested.map(async ({ metric, index }) =>
      isMadeMetric(metric) ? metric : madeMetric(metric, index, { request, catalog, judge, onOverride: overrides.told }),
    ),
  )
  overrides.refuseUnused()
  const callsModels = metrics.some(mayCallModels) || named.flat().some(({ entry }) => entry === undefined)
  refuseUnusedSettings(
    request,
    settingsRun(request, metrics, { callsModels, needsJudge: named.flat().some((one) => one.entry?.needsJudge === true) }),
  )
  return metrics
}

/** The metrics of a set; one with several cut-offs becomes several; any other alone. */
function partsOf(written: WrittenMetric, known: ReadonlySet<string>): readonly WrittenMetric[] {
  if (typeof written !== 'string') return [written]
  return (known.has(dashed(written)) ? undefined : metricSet(written)?.of) ?? withCutoffs(written)
}

/** What the named sets of metrics compute and how many calls they make, one sentence each. */
export function notesOnSets(metrics: readonly WrittenMetric[] = []): string[] {
  return metrics.flatMap((metric) => (typeof metric === 'string' ? (metricSet(metric)?.says ?? []) : []))
}

/** The context in which the settings of a run are checked. */
export function settingsRun(
  { settings }: EvalRequest,
  metrics: readonly AnyMetric[],
  known: Pick<SettingsRun, 'callsModels' | 'needsJudge'> & { readonly isPromptfoo?: boolean },
): SettingsRun {
  return { settings, metrics, isPromptfoo: false, ...known }
}

type Making = {
  readonly request: EvalRequest
  readonly catalog: Catalog
  readonly judge: Judge | undefined
  readonly onOverride: (option: string, unused: AssayError | undefined) => void
}

/** An option of the command line that several metrics have is of use where one of them has a use for it. */
function overrideUse() {
  const unused = new Map<string, AssayError>()
  const used = new Set<string>()
  return {
    told: (option: string, error: AssayError | undefined): void => {
      if (error === undefined) used.add(option)
      else if (!unused.has(option)) unused.set(option, error)
    },
    /** @throws AssayError `config` for the first that no metric has a use for. */
    refuseUnused: (): void => {
      for (const [option, error] of unused) if (!used.has(option)) throw error
    },
  }
}

function madeMetric(metric: string | MetricConfig, index: number, { request, catalog, judge, onOverride }: Making): Promise<AnyMetric> {
  const { overrides } = request.metricOptions
  const isJudgeGiven = request.settings.judge !== undefined && isOfCommandLine(request, 'judge')
  const make = (): Promise<AnyMetric> =>
    catalog.metricFrom(metric, {
      judge,
      // A judge on the command line overrides everything in the file.
      judgeFrom: async (own) =>
        isJudgeGiven && judge !== undefined ? judge : madeJudge(await limitedJudge(own, request, catalog), catalog),
      options: withTrecOptions(request),
      onOverride,
      placeOf: (option) =>
        Object.hasOwn(overrides, option)
          ? flagOf(option, { default: overrides[option] === false })
          : typeof metric === 'string' && Object.hasOwn(request.metricOptions.defaults, option)
            ? `${placeOf(request, option)}: ${option}`
            : typeof metric === 'string' && isOfCommandLine(request, 'metrics')
              ? `-m ${metric}: ${flagOf(option)}`
              : `${placeOf(request, 'metrics', index)}: metrics[${index}].${option}`,
    })
  const similarity = typeof metric === 'string' ? request.metricOptions.defaults['similarity'] : undefined
  return similarity === undefined ? inPlace(request, 'metrics', make, index) : inPlace(request, 'similarity', make)
}

async function madeJudge(judge: string | JudgeConfig | Judge, catalog: Catalog): Promise<Judge> {
  return isMadeJudge(judge) ? judge : catalog.judgeFrom(judge)
}

/** As trec_eval counts queries without relevant documents. */
function withTrecOptions(request: EvalRequest): EvalRequest['metricOptions'] {
  const { defaults, overrides } = request.metricOptions
  if (request.settings.qrels === undefined) return { defaults, overrides }
  const ofTrec = { emptyReference: 'zero' }
  return {
    defaults: { ...ofTrec, ...defaults },
    overrides: isOfCommandLine(request, 'qrels') ? { ...ofTrec, ...overrides } : overrides,
  }
}

async function namesIn(metric: string | MetricConfig, catalog: Catalog): Promise<readonly NamedMetric[]> {
  refuseSeveralInOne(typeof metric === 'string' ? metric : metric.type)
  return catalog.metricsIn(metric)
}

/** Whether a metric needs the judge of the run. */
function asksJudgeOfRun(metric: NamedMetric, parts: readonly NamedMetric[], request: EvalRequest): boolean {
  const isJudgeGiven = request.settings.judge !== undefined && isOfCommandLine(request, 'judge')
  return [metric, ...parts].some(({ entry, hasOwnJudge }) => entry?.needsJudge === true && (!hasOwnJudge || isJudgeGiven))
}

/** Whether the configuration holds the metric itself. */
function isMadeMetric(metric: WrittenMetric): metric is AnyMetric {
  return typeof metric === 'object' && 'score' in metric && typeof metric.score === 'function'
}

async function withoutMetric(catalog: Catalog): Promise<AssayError> {
  const entries = await catalog.metrics()
  const names = entries.flatMap(({ partOptions, type, example = type }) => (partOptions === undefined ? [`-m ${example}`] : []))
  return configError(`Name at least one metric: ${names.join(', ')}`)
}

/** Names separated by commas. A path may contain one. */
function refuseSeveralInOne(type: string): void {
  if (!type.includes(',') || /[/\\]/.test(type)) return
  const names = type.split(',').map((name) => name.trim())
  throw configError(
    `"${type}" names several metrics. Give each a place of its own: ${names.map((name) => `-m ${name}`).join(' ')}, or an entry in the list metrics of a configuration.`,
  )
}

/** An option of the command line without effect would mislead its author. */
function refuseForeignOptions({ metricOptions, table }: EvalRequest, named: readonly NamedMetric[]): void {
  for (const [name, value] of Object.entries(metricOptions.overrides)) {
    const owners = named.flatMap(({ entry }) => (entry !== undefined && Object.hasOwn(entry.options, name) ? [entry] : []))
    if (owners.some((entry) => takesOption(entry, name, value))) continue
    // Metrics share the name of an option, but not all of its choices.
    const spec = owners[0]?.options[name]
    if (spec !== undefined) checkOption(spec, value, `${flagOf(name)} ${String(value)}`)
    const owner = table.metrics.find(({ options }) => Object.hasOwn(options, name))
    const type = owner?.example ?? owner?.type
    const flag = flagOf(name, { default: value === false })
    throw configError(`${flag} is for ${type}, which was not requested. Add -m ${type}, or leave ${flag} out.`)
  }
}

/** A metric that is an object has its judge inside. */
function refuseUnreachableJudges(request: EvalRequest, requested: readonly WrittenMetric[]): void {
  for (const name of ['judge', 'maxOutputTokens'] as const) {
    if (request.settings[name] === undefined || !isOfCommandLine(request, name)) continue
    const fixed = requested.find((metric) => isMadeMetric(metric) && metric.kind === 'llm')
    if (fixed === undefined || !isMadeMetric(fixed)) continue
    const flag = flagOf(name)
    throw configError(
      `${flag} cannot reach ${fixed.name}: the configuration holds it as an object, with its judge inside. Name it there as { type: 'context-recall' }, or leave ${flag} out.`,
    )
  }
}
