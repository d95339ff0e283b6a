import { createCatalog } from './catalog.ts'
import { type ContextRecallFactory, contextRecallFrom } from './context-recall.ts'

export {
  type Catalog,
  type CatalogOptions,
  createCatalog,
  type Judge,
  type JudgeEntry,
  type MetricEntry,
  type MetricSurroundings,
  type SimilarityEntry,
} from './catalog.ts'
export type { JudgeConfig, JudgeConnection } from './judge-config.ts'
export type { ContextRecallFactory, NamedJudgeOptions } from './context-recall.ts'
export { pathsInId } from './paths-in-id.ts'

/** The catalog of this process: `register` what is yours once, and every id finds it. */
export const { judgeFrom, metricFrom, similarityFrom, register } = createCatalog()

/** Context recall by claims, as `@assay/metric-llm-recall` makes it, with a judge or the id of one: `{ judge: 'openai:gpt-5-mini' }`. */
export const contextRecall: ContextRecallFactory = contextRecallFrom(judgeFrom)
