import { createCatalog } from './catalog.ts'

export { type Catalog, type CatalogOptions, createCatalog } from './catalog.ts'
export type { Entry } from './entry.ts'
export type { JudgeConfig } from './judge-config.ts'
export type { MetricGiven, MetricRunOptions, NamedMetric } from './metric-from.ts'
export { pathsInId } from './paths-in-id.ts'

/** The catalog of this process: `register` what is yours once, and every id finds it. */
export const { judgeFrom, metricFrom, similarityFrom, register } = createCatalog()
