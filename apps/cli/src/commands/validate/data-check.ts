import { type AnyMetric, AssayError, type Sample, unscored } from '@assay/core'
import { counted, shownCount } from '@assay/reporters'
import type { EvaluationData, MetricChoice } from '@assay/runner'
import type { DataListeners } from '../../plan/rows-of.ts'
import type { AllowedUnscored } from '../../gates/allowed-unscored.ts'
import { createUnscoredWatch } from '../../gates/allowed-unscored.ts'
import type { CheckList } from './check-list.ts'
import { rowLack, type RowLack } from './row-lack.ts'

const MOST_WARNINGS = 10

export type DataCheck = {
  readonly rows: (listeners: DataListeners, thorough: boolean) => EvaluationData
  readonly metrics: MetricChoice
  readonly allowed: AllowedUnscored
}

type Lack = RowLack & { readonly metric: string; readonly first: string; rows: number }

/** Reads every row, and reports those that no metric could score. Stores no row. */
export async function checkData({ rows, metrics, allowed }: DataCheck, list: CheckList): Promise<void> {
  const lacks = new Map<string, Lack>()
  const unscorable = createUnscoredWatch()
  const warnings: string[] = []
  let [count, withId] = [0, 0]

  async function see(given: Sample, idGiven: boolean, index: number): Promise<void> {
    const sample = { ...given, id: given.id ?? `row-${index + 1}` }
    count += 1
    if (idGiven) withId += 1
    for (const metric of metricsOf(metrics, sample)) {
      const lack = await rowLack(sample, metric)
      if (lack === undefined) continue
      const key = `${metric.name} ${lack.cause} ${lack.lacks}`
      const known = lacks.get(key) ?? { metric: metric.name, ...lack, first: sample.id, rows: 0 }
      known.rows += 1
      lacks.set(key, known)
      const score = unscored({ signature: metric.signature, cause: lack.cause, reason: '' })
      unscorable.rows([{ result: { id: sample.id, idGiven, index, scores: { [metric.name]: score } }, sample }])
    }
  }

  try {
    const warn = (message: string): void => void warnings.push(message)
    for await (const item of rows({ onWarning: warn, onNote: warn }, true)) {
      if (Array.isArray(item)) for (const { sample, idGiven, index } of item) await see(sample, idGiven, index)
      else if (isSample(item)) await see(item, item.id !== undefined, count)
    }
    list.add('ok', 'data', `${counted(count, 'row')}, ${withId === count ? 'each with an id' : idsText(withId)}`)
  } catch (error) {
    if (!AssayError.is(error)) throw error
    list.add('failed', 'data', `${error.message}${count === 0 ? '' : ` (${counted(count, 'row')} before it could be read)`}`)
  }
  for (const message of warnings.slice(0, MOST_WARNINGS)) list.add('warning', 'data', message)
  if (warnings.length > MOST_WARNINGS) list.add('warning', 'data', `and ${warnings.length - MOST_WARNINGS} more`)
  const state = unscorable.isWithin(allowed) ? 'warning' : 'failed'
  for (const { metric, cause, lacks: lacked, first, rows: lacking } of lacks.values()) {
    const has = lacking === 1 ? 'has' : 'have'
    const next = state === 'warning' ? '' : `. Fill it, or allow it with --allow-unscored ${cause}:${lacking}`
    list.add(
      state,
      metric,
      `${shownCount(lacking)} of ${counted(count, 'row')} ${has} ${lacked} (first: ${first}) and would stay unscored${next}`,
    )
  }
}

function metricsOf(metrics: MetricChoice, sample: Sample & { readonly id: string }): readonly AnyMetric[] {
  if (typeof metrics !== 'function') return metrics
  const plan = metrics(sample)
  return ('checks' in plan ? plan.checks : plan).map(({ metric }) => metric)
}

function idsText(withId: number): string {
  return withId === 0 ? 'named by their position, since they have no ids' : `${shownCount(withId)} with an id`
}

function isSample(item: unknown): item is Sample {
  return typeof item === 'object' && item !== null && !Array.isArray(item)
}
