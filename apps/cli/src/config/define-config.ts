import type { Judge, JudgeConfig } from '@assay/catalog'
import type { AnyMetric, MetricConfig } from '@assay/core'
import type { FileConfig, MetricOptions } from './config-schema.ts'

/** What an `assay.config.ts` exports: what a file of data may hold, and judges and metrics as objects. */
export type AssayConfig = Omit<FileConfig, 'judge' | 'metrics'> & {
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
