import { AssayError } from '@assay/core'
import { flagOf } from '@assay/options'
import { type EvalRequest, isOfCommandLine, placeOf } from './request.ts'

type Place = Pick<EvalRequest, 'origins' | 'placeIn'>

/** Applies an option. A fault in one of the configuration is reported with its file and line, and its part if it is a list. */
export function inPlace<T>(options: Place, name: string, act: () => T, index?: number): T {
  const placed = (error: unknown): unknown => {
    if (!AssayError.is(error) || error.kind !== 'config') return error
    const says = error.message.startsWith(`${name}: `) ? error.message.slice(name.length + 2) : undefined
    if (isOfCommandLine(options, name))
      return says === undefined ? error : new AssayError({ ...error.toJSON(), message: `${flagOf(name)}: ${says}`, cause: error })
    const part = index === undefined ? name : `${name}[${index}]`
    return new AssayError({
      ...error.toJSON(),
      message: `${placeOf(options, name, index)}: ${part}: ${says ?? error.message}`,
      cause: error,
    })
  }
  try {
    const made = act()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a promise of the same
    return made instanceof Promise ? (made.catch((error: unknown) => Promise.reject(placed(error))) as T) : made
  } catch (error) {
    throw placed(error)
  }
}
