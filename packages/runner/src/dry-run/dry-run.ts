import { setImmediate } from 'node:timers/promises'
import { abortedError, type AnyMetric, hasFields, fieldsRead, type LLMReply, type Runtime, type Sample, scoreRow } from '@assay/core'
import { createServiceTiers } from '../calls/service-tiers.ts'
import { repeatRuntime } from '../calls/repeat-runtime.ts'
import { priceListOf } from '../money/price-list.ts'
import { createRowSource, type EvaluationData } from '../rows/row-source.ts'
import type { RunSettings } from '../settings/run-settings.ts'
import type { NowOrLater } from '../store/reply-store.ts'
import { evidenceOf } from '../summary/metric-summary.ts'
import type { DryRunReport } from './dry-run-report.ts'
import { createDryRunTally } from './dry-run-tally.ts'
import { createRehearsal, type Rehearse } from './rehearsal-runtime.ts'

export type DryRunOptions = {
  readonly data: EvaluationData
  readonly metrics: readonly AnyMetric[] | ((sample: Sample & { readonly id: string }) => readonly AnyMetric[])
  /** Default: those that come with Assay. */
  readonly prices?: RunSettings['prices']
  /** The tier that calls would be requested at, as the setting of a run. */
  readonly serviceTier?: RunSettings['serviceTier']
  /** Makes up the reply to a call. Default: `rehearsedReply` of @assay/judge, which knows the calls of its own prompts. */
  readonly rehearse?: Rehearse | undefined
  /** A cached reply by the key of its call. Default: none. Embeddings are not looked up: all distinct texts are counted. */
  readonly lookup?: ((key: string) => NowOrLater<{ readonly reply: LLMReply } | undefined>) | undefined
  /** How often a run would score every row. Default 1. */
  readonly repeat?: number | undefined
  readonly signal?: AbortSignal | undefined
}

const ROWS_AT_ONCE = 64

/**
 * The calls that a run would make, and their cost, without any request: metrics are run over the rows with cached or made-up replies.
 * @throws AssayError of the data, `aborted` on the signal; what a metric throws.
 */
export async function dryRun(options: DryRunOptions): Promise<DryRunReport> {
  const { data, metrics, lookup = () => undefined, repeat = 1, signal } = options
  const { rehearse = (await import('@assay/judge')).rehearsedReply } = options
  const tally = createDryRunTally(priceListOf(options.prices), createServiceTiers(options.serviceTier))
  const rehearsal = createRehearsal({ tally, rehearse, lookup, signal })
  const fixed = typeof metrics === 'function' ? undefined : metrics
  const source = createRowSource(data, { batchSize: ROWS_AT_ONCE, reads: fixed === undefined ? undefined : fieldsRead(fixed) })
  const runtimes = new Map<string, readonly Runtime[]>()
  let row = 0

  // One runtime for each metric and repeat, as in a run: work shared between rows is shared here too.
  function runtimesOf(metric: AnyMetric): readonly Runtime[] {
    const known = runtimes.get(metric.name)
    if (known !== undefined) return known
    const plain = rehearsal.runtimeOf(metric.name, () => row)
    const all = Array.from({ length: repeat }, (_, at) => repeatRuntime(plain, at))
    runtimes.set(metric.name, all)
    tally.addMetric(metric.name)
    return all
  }

  for (const metric of fixed ?? []) runtimesOf(metric)
  try {
    for (let rows = await source.next(); rows !== null; rows = await source.next()) {
      for (const { sample } of rows) {
        if (signal?.aborted === true) throw abortedError(signal)
        for (const metric of fixed ?? (typeof metrics === 'function' ? metrics(sample) : []))
          await rehearseRow(metric, sample, runtimesOf(metric))
        row += 1
      }
      // Nothing above awaits I/O: signals and the keyboard need a turn of the event loop.
      await setImmediate()
    }
  } finally {
    source.close()
  }
  return tally.report(row)
}

async function rehearseRow(metric: AnyMetric, sample: Sample, runtimes: readonly Runtime[]): Promise<void> {
  // A metric with a synchronous score calls no model.
  if (metric.scoreNow !== undefined || !hasFields(sample, metric.needs)) return
  // Deterministic scores are equal: a run does not repeat them.
  const repeats = evidenceOf(metric) === 'judge' ? runtimes : runtimes.slice(0, 1)
  for (const runtime of repeats) await scoreRow(metric, sample, runtime)
}
