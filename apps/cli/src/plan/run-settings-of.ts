import { type RunSettings, runSettings } from '@assay/runner'
import type { EvalRequest } from '../settings/request.ts'

/** The settings that a run itself takes, by the same names. */
export function runSettingsOf({ settings }: EvalRequest): RunSettings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => Object.hasOwn(runSettings, name)))
}
