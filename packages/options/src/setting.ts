import type { AnyMetric } from '@assay/core'
import type { $ZodType } from 'zod/v4/core'
import type { OptionSpec, OptionValues } from './option.ts'

/** An option of a whole run: of a command, a configuration file, and code alike. */
export type SettingSpec<Schema extends $ZodType = $ZodType> = OptionSpec<Schema> & {
  /** The heading that it stands under in the help. */
  readonly group: string
  /** Whether the short help shows it. */
  readonly isCommon?: boolean
  /** `false` where it belongs to one command line, and no file may hold it. */
  readonly inFiles?: false
  /**
   * Why it changes nothing in this run, as the end of a sentence that begins with its name; `undefined` where it changes something.
   * Asked only where it was given for this very run: what stands in a file is meant for the runs that it fits.
   */
  readonly unused?: (run: SettingsRun) => string | undefined
}

export type SettingTable = Readonly<Record<string, SettingSpec>>

export type SettingValues<Table extends SettingTable> = OptionValues<Table>

/** What is known of a run when its settings are checked. */
export type SettingsRun = {
  readonly settings: Readonly<Record<string, unknown>>
  readonly metrics: readonly AnyMetric[]
  /** Whether a model may be asked for anything. */
  readonly callsModels: boolean
  /** Whether a metric here has a judge, its own or that of the run. */
  readonly needsJudge: boolean
  /** Whether the checks come from a promptfoo configuration. */
  readonly isPromptfoo: boolean
}

/** Keeps the names and schemas of a table in its type. */
export function defineSettings<const Table extends SettingTable>(table: Table): Table {
  return table
}

/** For settings of calls to models. */
export function unusedWithoutModels({ callsModels }: SettingsRun): string | undefined {
  return callsModels ? undefined : 'is for calls to a model, and nothing here makes any. Leave it out.'
}
