import { AssayError } from '@assay/core'
import { nearestName } from '@assay/text'
import { type $ZodIssue, type output, safeParse } from 'zod/v4/core'
import { dueText } from './due-text.ts'
import { closestIssues, issueText, valueAt } from './issue-text.ts'
import { shownValue } from './shown-value.ts'
import { choicesOf, optionKind } from './option-kind.ts'
import type { OptionSpec, OptionTable, OptionValues } from './option.ts'

/**
 * The value of one option as its schema gives it. `place` is how messages name it: a flag, `assay.config.yaml:7: votes`, or a name.
 * @throws AssayError `config` that says what stands there and what is due.
 */
export function checkOption<Spec extends OptionSpec>(spec: Spec, value: unknown, place: string): output<Spec['schema']> {
  const result = safeParse(spec.schema, value)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the schema of the option gives
  if (result.success) return result.data as output<Spec['schema']>
  throw new AssayError({ kind: 'config', message: result.error.issues.map((issue) => faultText(issue, spec, value, place)).join('\n') })
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

/** A fault of the whole value is told with all that is due; one inside of it with its path. */
function faultText(issue: $ZodIssue, { schema }: OptionSpec, value: unknown, place: string): string {
  const inside = closestIssues(issue)
  const isInside = inside.every(({ path }) => path.length > 0)
  if (isInside) return inside.map((part) => `${place}${pathText(part.path)}: ${issueText(part, valueAt(value, part.path))}`).join('\n')
  const due = issue.code === 'custom' && issue.message !== 'Invalid input' ? issue.message : dueText(schema)
  const nearest = typeof value === 'string' ? nearestName(value, choicesOf(schema) ?? []) : undefined
  const isQuoted = typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) && optionKind(schema) === 'number'
  const hint = isQuoted ? ' Write it without quotes.' : nearest === undefined || nearest === value ? '' : ` Did you mean ${nearest}?`
  return `${place}: found ${shownValue(value)} where ${due} is due.${hint}`
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
}
