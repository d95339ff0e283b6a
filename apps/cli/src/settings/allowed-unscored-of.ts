import { type AllowedUnscored, parseAllowedUnscored } from '../gates/allowed-unscored.ts'
import { type EvalRequest, isOfCommandLine, listOf, placeOf } from './request.ts'

/** How many rows of a run may stay unscored. @throws AssayError `config` for an invalid limit. */
export function allowedUnscored(request: EvalRequest): AllowedUnscored {
  return parseAllowedUnscored(listOf(request.settings.allowUnscored).map(String), allowanceOf(request))
}

/** The setting with the limit. */
export function allowanceOf(request: Pick<EvalRequest, 'origins' | 'placeIn'>): string {
  return isOfCommandLine(request, 'allowUnscored') ? '--allow-unscored' : `allowUnscored (${placeOf(request, 'allowUnscored')})`
}
