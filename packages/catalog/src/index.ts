import { createCatalog } from './catalog.ts'
import { type ContextRecallFactory, contextRecallFrom } from './context-recall.ts'

export { type Catalog, type CatalogOptions, createCatalog } from './catalog.ts'
export type { ContextRecallFactory, NamedJudgeOptions } from './context-recall.ts'
export { withCutoffs } from './cutoff-name.ts'
export { type Entry, isEntry } from './entry.ts'
export { beforeCode, importCode } from './import-code.ts'
export type { JudgeConfig } from './judge-config.ts'
export type { MetricGiven, MetricRunOptions, NamedMetric } from './metric-from.ts'
export { pathsInId } from './paths-in-id.ts'

/** The catalog of this process: register your entries once, and every id finds them. The command and the library share it. */
export const catalog = createCatalog()
export const { judgeFrom, metricFrom, similarityFrom, register } = catalog

/** Context recall by claims, as in `@assay/metric-llm-recall`, with a judge or the id of one: `{ judge: 'openai:gpt-5-mini' }`. */
export const contextRecall: ContextRecallFactory = contextRecallFrom(judgeFrom)
