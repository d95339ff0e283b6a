import type { Judge, JudgeConfig } from '@assay/catalog'
import type { AnyMetric, MetricConfig } from '@assay/core'
import type { ColumnSource } from '@assay/datasets'
import type { FileConfig, MetricOptions } from './config-schema.ts'

/** What an `assay.config.ts` exports: what a file of data may hold, judges and metrics as objects, and columns that are computed. */
export type AssayConfig = Omit<FileConfig, 'judge' | 'metrics' | 'columns'> & {
  readonly columns?: Readonly<Record<string, ColumnSource>> | undefined
  readonly judge?: string | JudgeConfig | Judge | undefined
  readonly metrics?: readonly (string | MetricOptions | MetricConfig | AnyMetric)[] | undefined
}

/**
 * Gives an `assay.config.ts` its types: `export default defineConfig({ … })`.
 *
 * ```ts
 * export default defineConfig({ data: 'rows.jsonl', judge: 'openai:gpt-5-mini', metrics: ['context-recall'] })
 * ```
 */
export function defineConfig(config: AssayConfig): AssayConfig {
  return config
}
