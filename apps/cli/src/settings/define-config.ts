import type { JudgeConfig } from '@assay/catalog'
import type { AnyMetric, MetricConfig } from '@assay/core'
import type { Judge } from '@assay/options'
import type { EvalSettings } from './eval-settings.ts'

/** Settings of one command line only. */
type NotInFiles = 'config' | 'trustConfig' | 'dryRun' | 'resume' | 'resumeRun'

/**
 * The export of an `assay.config.ts`: the settings of `assay eval` by their names, and options for metrics that are named without
 * options. Judges and metrics may be objects, columns may be functions.
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
