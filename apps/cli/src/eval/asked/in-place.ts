import { AssayError } from '@assay/core'
import type { AssayConfig } from '../../config/define-config.ts'
import { type EvalOptions, isOfCommandLine, placeOf } from './eval-options.ts'

type Place = Pick<EvalOptions, 'origins' | 'placeIn'>
type OptionName = keyof AssayConfig

/** Does what an option asks for. A fault in one of the configuration is told with its file and line, and its part where it is a list. */
export function inPlace<T>(options: Place, name: OptionName, act: () => T, index?: number): T {
  const told = (error: unknown): unknown => {
    if (!AssayError.is(error) || error.kind !== 'config' || isOfCommandLine(options, name)) return error
    const part = index === undefined ? name : `${name}[${index}]`
    const says = error.message.startsWith(`${name}: `) ? error.message.slice(name.length + 2) : error.message
    return new AssayError({ ...error.toJSON(), message: `${placeOf(options, name, index)}: ${part}: ${says}`, cause: error })
  }
  try {
    const made = act()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a promise of the same
    return made instanceof Promise ? (made.catch((error: unknown) => Promise.reject(told(error))) as T) : made
  } catch (error) {
    throw told(error)
  }
}

/** An option as messages name it: `--votes`, or `assay.config.yaml:7: votes`. */
export function optionName(options: Place, name: OptionName, option: string): string {
  return isOfCommandLine(options, name) ? option : `${placeOf(options, name)}: ${name}`
}
