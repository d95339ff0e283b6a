import { defineSettings } from '@assay/options'
import { runSettings } from '@assay/runner'
import * as z from 'zod'

const { concurrency, rpm, tpm, timeout, maxRetries, budgetUsd, budgetTokens, prices, cache } = runSettings

/** Of `assay eval` what every command here takes that asks models, and what goes on with their runs. */
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
  dryRun: { group: 'Cost', schema: z.boolean(), help: 'say calls, tokens and cost, and ask nobody' },
  resume: { group: 'Calls', schema: z.boolean(), help: 'go on with the last unfinished run; --resume=ID' },
  resumeRun: { group: 'Calls', schema: z.string().min(1), help: 'the run to go on with', isHidden: true },
})

/** The settings of a run among those of a command, by the same names. */
export function runSettingsIn(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(runSettings, name)))
}
