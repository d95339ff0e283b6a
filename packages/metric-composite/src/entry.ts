import type { MetricConfig } from '@assay/core'
import { defineMetricEntry, type MetricEntry } from '@assay/options'
import * as z from 'zod'

/** A part: the name of a metric, or a configuration that its own entry checks. */
const part = z.union([z.string().min(1), z.custom<MetricConfig>(isMetricConfig, 'expected a name, or a metric with its type')])

const metrics = () => import('./index.ts')

/** Metrics made from other metrics. Each part gets the run's judge unless it names its own. */
export const entries: readonly MetricEntry[] = [
  defineMetricEntry({
    kind: 'metric',
    type: 'first-scored',
    partOptions: ['of'],
    options: {
      of: { schema: z.array(part).min(1), help: 'metrics, of which the first that is scored counts', flag: false, isRequired: true },
    },
    create: async ({ of, name }, { metricFrom }) => {
      const parts = await Promise.all(of.map(metricFrom))
      const { firstScored } = await metrics()
      return name === undefined ? firstScored(...parts) : firstScored(...parts, { name })
    },
  }),
  defineMetricEntry({
    kind: 'metric',
    type: 'weighted-mean',
    partOptions: ['of'],
    options: {
      of: {
        schema: z.array(z.strictObject({ metric: part, weight: z.number().positive() })).min(1),
        help: 'metrics with their weights',
        flag: false,
        isRequired: true,
      },
    },
    create: async ({ of, name }, { metricFrom }) => {
      const parts = await Promise.all(of.map(async ({ metric, weight }) => [await metricFrom(metric), weight] as const))
      return (await metrics()).weightedMean(parts, { name })
    },
  }),
  defineMetricEntry({
    kind: 'metric',
    type: 'f-beta',
    partOptions: ['recall', 'precision'],
    options: {
      recall: { schema: part, help: 'the metric that is its recall', flag: false, isRequired: true },
      precision: { schema: part, help: 'the metric that is its precision', flag: false, isRequired: true },
      beta: { schema: z.number().positive(), help: 'how many times as much recall counts (default 1)', flag: false },
    },
    create: async ({ recall, precision, ...options }, { metricFrom }) => {
      const [ofRecall, ofPrecision] = [await metricFrom(recall), await metricFrom(precision)]
      return (await metrics()).fBeta(ofRecall, ofPrecision, options)
    },
  }),
]

function isMetricConfig(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
