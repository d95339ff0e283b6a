import { priceListOf, type RunSettings, runSettings } from '@assay/runner'
import { inPlace } from '../settings/in-place.ts'
import type { EvalRequest } from '../settings/request.ts'

/** The settings of the runner, by the same names, with prices read. @throws AssayError `config` for prices that cannot be read. */
export function runSettingsOf(request: EvalRequest): RunSettings {
  const { settings } = request
  const own = Object.fromEntries(Object.entries(settings).filter(([name]) => Object.hasOwn(runSettings, name)))
  return settings.prices === undefined ? own : { ...own, prices: inPlace(request, 'prices', () => priceListOf(settings.prices)) }
}
