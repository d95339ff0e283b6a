import type { AnyMetric } from '@assay/core'
import type { $ZodType } from 'zod/v4/core'
import type { OptionSpec, OptionValues } from './option.ts'

/** An option of a whole run: of a command, a configuration file, and code alike. */
export type SettingSpec<Schema extends $ZodType = $ZodType> = OptionSpec<Schema> & {
  /** Its heading in the help. */
  readonly group: string
  /** Whether the short help shows it. */
  readonly isCommon?: boolean
  /** `false` if it belongs to one command line, and no file may hold it. */
  readonly inFiles?: false
  /**
   * Why it has no effect in this run, as the end of a sentence that begins with its name; `undefined` if it has one. Called only if it
   * was given for this very run: a file may hold settings for other runs.
   */
  readonly unused?: (run: SettingsRun) => string | undefined
}

export type SettingTable = Readonly<Record<string, SettingSpec>>

export type SettingValues<Table extends SettingTable> = OptionValues<Table>

/** What is known of a run when its settings are checked. */
export type SettingsRun = {
  readonly settings: Readonly<Record<string, unknown>>
  readonly metrics: readonly AnyMetric[]
  /** Whether a model may be called. */
  readonly callsModels: boolean
  /** Whether a metric here has a judge, its own or that of the run. */
  readonly needsJudge: boolean
  /** Whether the checks come from a promptfoo configuration. */
  readonly isPromptfoo: boolean
}

/** Preserves the names and schemas of a table in its type. */
export function defineSettings<const Table extends SettingTable>(table: Table): Table {
  return table
}

/** For settings of calls to models. */
export function unusedWithoutModels({ callsModels }: SettingsRun): string | undefined {
  return callsModels ? undefined : 'is for calls to a model, and nothing here makes any. Leave it out.'
}
