import type { JudgeConfig } from '@assay/catalog'
import type { AnyMetric, MetricConfig } from '@assay/core'
import type { Judge } from '@assay/options'
import type { EvalSettings } from './eval-settings.ts'

/** What belongs to one command line. */
type NotInFiles = 'config' | 'trustConfig' | 'dryRun' | 'resume' | 'resumeRun'

/**
 * What an `assay.config.ts` exports: the settings of `assay eval` by their names, and options of metrics for those that are named
 * without options of their own. Judges and metrics may be objects, columns may be functions.
 */
export type AssayConfig = {
  readonly [Name in Exclude<keyof EvalSettings, NotInFiles | 'judge' | 'metrics'>]?: EvalSettings[Name] | undefined
} & {
  readonly judge?: string | JudgeConfig | Judge | undefined
  readonly metrics?: readonly (string | MetricConfig | AnyMetric)[] | undefined
  /** Of metrics, as in `threshold` or `votes`. */
  readonly [option: string]: unknown
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
