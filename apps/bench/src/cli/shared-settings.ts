import { defineSettings } from '@assay/options'
import { runSettings } from '@assay/runner'
import * as z from 'zod'

const { concurrency, rpm, tpm, timeout, maxRetries, budgetUsd, budgetTokens, prices, cache } = runSettings

/** The settings of every command that calls models: those of `assay eval` about calls and cost, and those that resume a run. */
export const sharedSettings = defineSettings({
  concurrency,
  rpm,
  tpm,
  timeout,
  maxRetries,
  cache,
  budgetUsd,
  budgetTokens,
  prices: { ...prices, schema: z.string().min(1) },
  dryRun: { group: 'Cost', schema: z.boolean(), help: 'print calls, tokens and cost, and make no call' },
  resume: { group: 'Calls', schema: z.boolean(), help: 'resume the last unfinished run; --resume=ID' },
  resumeRun: { group: 'Calls', schema: z.string().min(1), help: 'the run to resume', isHidden: true },
})

/** The settings of a run among those of a command, by the same names. */
export function runSettingsIn(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(runSettings, name)))
}
