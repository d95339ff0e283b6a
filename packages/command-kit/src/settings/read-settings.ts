import { AssayError, configError } from '@assay/core'
import { checkOption, flagOf, type OptionPlace, type OptionTable, type OptionValues, readTexts } from '@assay/options'

/** Options from commander: by their names, as texts or switches. */
type GivenOptions = Readonly<Record<string, unknown>>

/**
 * The settings on a command line, by the table from which its flags were declared. Other options are left to the caller.
 * @param warn Called with names that have changed.
 * @throws AssayError `config` that names every wrong flag, its value and the expected one.
 */
export function readSettings<Table extends OptionTable>(
  table: Table,
  given: GivenOptions,
  warn: (message: string) => void,
): OptionValues<Table> {
  const faults: string[] = []
  const values = Object.entries(table).flatMap(([name, spec]) => {
    const written = [name, ...(spec.formerNames ?? [])].filter((known) => given[known] !== undefined)
    const [first, second] = written
    if (first === undefined) return []
    const isList = written.every((known) => Array.isArray(given[known]))
    const value = isList ? written.flatMap((known) => given[known]) : given[first]
    const flag = typeof value === 'boolean' ? switchOf(first, value) : flagOf(first)
    if (second !== undefined && !isList) throw configError(`${flag} and ${flagOf(second)} are one option. Keep ${flagOf(name)}.`)
    if (spec.hasNoEffect === true) warn(`${flag} ${spec.help}. Leave it out.`)
    for (const former of written.filter((known) => known !== name))
      warn(
        `${flagOf(former)} is now ${typeof value === 'boolean' ? switchOf(name, value) : flagOf(name)}. The old name works for this release.`,
      )
    try {
      return [[name, checkOption(spec, readTexts(spec, asGiven(value)), placeOf(flag, value))]]
    } catch (error) {
      if (!AssayError.is(error)) throw error
      faults.push(error.message)
      return []
    }
  })
  if (faults.length > 0) throw configError(faults.join('\n'))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value was checked by the schema of its name
  return Object.fromEntries(values) as OptionValues<Table>
}

/** With the given value, so that the message shows it as typed. */
function placeOf(flag: string, value: unknown): OptionPlace {
  return ([index]) => {
    const shown: unknown = Array.isArray(value) && typeof index === 'number' ? value[index] : value
    return typeof shown === 'string' ? `${flag} ${shown}` : flag
  }
}

function switchOf(name: string, isOn: boolean): string {
  return isOn ? flagOf(name) : flagOf(name, { default: true })
}

function asGiven(value: unknown): string | boolean | readonly string[] {
  if (typeof value === 'boolean') return value
  return Array.isArray(value) ? value.map(String) : String(value)
}
