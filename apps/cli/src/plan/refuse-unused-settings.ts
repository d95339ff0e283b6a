import { configError } from '@assay/core'
import type { SettingsRun } from '@assay/options'
import { type EvalRequest, isOfCommandLine, optionName } from '../settings/request.ts'

/**
 * A setting that changes nothing would let its author believe it did. Those of a configuration are meant for the runs that they fit.
 * @throws AssayError `config` naming the setting and why it changes nothing.
 */
export function refuseUnusedSettings(request: EvalRequest, run: SettingsRun): void {
  for (const [name, value] of Object.entries(request.settings)) {
    const spec = request.table.settings[name]
    // Switched off, or on where it is on by itself: as if nobody had said it.
    if (spec === undefined || value === undefined || value === (spec.default ?? false) || !isOfCommandLine(request, name)) continue
    const why = spec.unused?.(run)
    if (why !== undefined) throw configError(`${optionName(request, name)} ${why}`)
  }
}
