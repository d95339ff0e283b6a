import { AssayError } from '@assay/core'
import { nearestName } from '@assay/text'
import { type $ZodIssue, type output, safeParse } from 'zod/v4/core'
import { dueText } from './due-text.ts'
import type { OptionSpec, OptionTable, OptionValues } from './option.ts'

/**
 * The value of one option as its schema gives it. `place` is how messages name it: a flag, `assay.config.yaml:7: votes`, or a name.
 * @throws AssayError `config` that says what stands there and what is due.
 */
export function checkOption<Spec extends OptionSpec>(spec: Spec, value: unknown, place: string): output<Spec['schema']> {
  const result = safeParse(spec.schema, value)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the schema of the option gives
  if (result.success) return result.data as output<Spec['schema']>
  throw new AssayError({ kind: 'config', message: result.error.issues.map((issue) => issueText(issue, spec, value, place)).join('\n') })
}

/**
 * Values by the options of a table, those left out absent.
 * @throws AssayError `config` that names every unknown option with the nearest known one, and every wrong value.
 */
export function checkOptions<Table extends OptionTable>(
  table: Table,
  values: Readonly<Record<string, unknown>>,
  placeOf: (name: string) => string = (name) => name,
): OptionValues<Table> {
  const faults: string[] = []
  const checked = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined) return []
    const spec = Object.hasOwn(table, name) ? table[name] : undefined
    if (spec === undefined) {
      faults.push(`${placeOf(name)}: ${unknownOption(name, Object.keys(table))}`)
      return []
    }
    try {
      return [[name, checkOption(spec, value, placeOf(name))]]
    } catch (error) {
      if (!AssayError.is(error)) throw error
      faults.push(error.message)
      return []
    }
  })
  for (const [name, { isRequired, schema }] of Object.entries(table))
    if (isRequired === true && values[name] === undefined) faults.push(`${placeOf(name)}: it is missing; ${dueText(schema)} is due.`)
  if (faults.length > 0) throw new AssayError({ kind: 'config', message: faults.join('\n') })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value was checked by the schema of its name
  return Object.fromEntries(checked) as OptionValues<Table>
}

function unknownOption(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  const hint =
    nearest !== undefined ? ` Did you mean ${nearest}?` : known.length === 0 ? ' There are none.' : ` There are: ${known.join(', ')}.`
  return `there is no such option.${hint}`
}

function issueText({ path, message }: $ZodIssue, { schema }: OptionSpec, value: unknown, place: string): string {
  // Of what stands inside of a value, the schema's own words are the only ones.
  if (path.length > 0) return `${place}.${path.map(String).join('.')}: ${message}`
  const due = dueText(schema)
  const choices = due.split(/, | or /)
  const nearest = typeof value === 'string' ? nearestName(value, choices) : undefined
  const hint = nearest === undefined || nearest === value ? '' : ` Did you mean ${nearest}?`
  return `${place}: found ${shownValue(value)} where ${due} is due.${hint}`
}

const MOST_SHOWN = 40

/** A value in the words of messages; long texts are cut, and what is inside of maps and lists is not shown. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') {
    if (value === '') return 'an empty text'
    const points = Array.from(value.slice(0, 2 * MOST_SHOWN + 2))
    return `the text ${JSON.stringify(points.slice(0, MOST_SHOWN).join(''))}${points.length > MOST_SHOWN ? ' …' : ''}`
  }
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`
  if (typeof value === 'function') return 'a function'
  return typeof value === 'object' && value !== null ? 'a map' : String(value)
}
