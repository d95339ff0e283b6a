import { createCatalog } from './catalog.ts'

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
export { pathsInId } from './paths-in-id.ts'

/** The catalog of this process: `register` what is yours once, and every id finds it. */
export const { judgeFrom, metricFrom, similarityFrom, register } = createCatalog()
