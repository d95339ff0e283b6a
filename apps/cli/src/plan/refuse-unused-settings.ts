import { configError } from '@assay/core'
import type { SettingsRun } from '@assay/options'
import { type EvalRequest, isOfCommandLine, optionName } from '../settings/request.ts'

/**
 * A setting without effect would mislead its author. Those of a configuration may be meant for other runs.
 * @throws AssayError `config` naming the setting and why it has no effect.
 */
export function refuseUnusedSettings(request: EvalRequest, run: SettingsRun): void {
  for (const [name, value] of Object.entries(request.settings)) {
    const spec = request.table.settings[name]
    // Switched off, or switched on if it is on by default: as if it were not given.
    if (spec === undefined || value === undefined || value === (spec.default ?? false) || !isOfCommandLine(request, name)) continue
    const why = spec.unused?.(run)
    if (why !== undefined) throw configError(`${optionName(request, name)} ${why}`)
  }
}
