import { AssayError, configError } from '@assay/core'
import { nearestName } from '@assay/text'
import { type $ZodIssue, type output, safeParse } from 'zod/v4/core'
import { dueText } from './due-text.ts'
import { closestIssues, type ConfigIssue, issueText, valueAt } from './issue-text.ts'
import { shownValue } from './shown-value.ts'
import { choicesOf, optionKind } from './option-kind.ts'
import type { OptionSpec, OptionTable, OptionValues } from './option.ts'

/** The name of an option in messages, or of a part of its value by the path to it. */
export type OptionPlace = string | ((path: readonly PropertyKey[]) => string)

/**
 * The value of one option, parsed by its schema. `place` is its name in messages: a flag, `assay.config.yaml:7: votes`, or a name; or a
 * function of the path inside it, if parts have places of their own.
 * @throws AssayError `config` with the given and the expected value.
 */
export function checkOption<Spec extends OptionSpec>(spec: Spec, value: unknown, place: OptionPlace): output<Spec['schema']> {
  const result = safeParse(spec.schema, value)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the output of the option's schema
  if (result.success) return result.data as output<Spec['schema']>
  const { issues } = result.error
  // Of several faults of the whole value the first names everything expected.
  const first = issues.find(({ path }) => path.length === 0)
  const shown = first === undefined ? issues : [first]
  throw configError(shown.map((issue) => faultText(issue, spec, value, place)).join('\n'))
}

/** Whether an option may have this value. */
export function takesValue({ schema }: OptionSpec, value: unknown): boolean {
  return safeParse(schema, value).success
}

/**
 * Values by the options of a table, without those left out.
 * @throws AssayError `config` that names every unknown option with the nearest known one, and every wrong value.
 */
export function checkOptions<Table extends OptionTable>(
  table: Table,
  values: Readonly<Record<string, unknown>>,
  placeOf: (name: string) => OptionPlace = (name) => name,
): OptionValues<Table> {
  const faults: string[] = []
  const checked = Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined) return []
    const spec = Object.hasOwn(table, name) ? table[name] : undefined
    if (spec === undefined) {
      faults.push(`${shownPlace(placeOf(name))}: ${unknownOption(name, Object.keys(table))}`)
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
    if (isRequired === true && values[name] === undefined)
      faults.push(`${shownPlace(placeOf(name))}: it is missing; ${dueText(schema)} is due.`)
  if (faults.length > 0) throw configError(faults.join('\n'))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value was checked by the schema of its name
  return Object.fromEntries(checked) as OptionValues<Table>
}

function shownPlace(place: OptionPlace): string {
  return typeof place === 'string' ? place : place([])
}

function unknownOption(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  const hint =
    nearest !== undefined ? ` Did you mean ${nearest}?` : known.length === 0 ? ' There are none.' : ` There are: ${known.join(', ')}.`
  return `there is no such option.${hint}`
}

/** A fault of the whole value is shown with everything expected; one inside it with its path. */
function faultText(issue: $ZodIssue, { schema }: OptionSpec, value: unknown, place: OptionPlace): string {
  const at = (path: readonly PropertyKey[]): string => (typeof place === 'string' ? `${place}${pathText(path)}` : place(path))
  const inside = closestIssues(issue)
  const isInside = inside.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys')
  if (isInside) return inside.flatMap((part) => insideTexts(part, value, at)).join('\n')
  const due = issue.code === 'custom' && issue.message !== 'Invalid input' ? issue.message : dueText(schema)
  const nearest = typeof value === 'string' ? nearestName(value, choicesOf(schema) ?? []) : undefined
  const isQuoted = typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) && optionKind(schema) === 'number'
  const hint = isQuoted ? ' Write it without quotes.' : nearest === undefined || nearest === value ? '' : ` Did you mean ${nearest}?`
  return `${at([])}: found ${shownValue(value)} where ${due} is due.${hint}`
}

function insideTexts(issue: ConfigIssue, value: unknown, at: (path: readonly PropertyKey[]) => string): string[] {
  const { path, keys } = issue
  if (issue.code !== 'unrecognized_keys' || keys === undefined) return [`${at(path)}: ${issueText(issue, valueAt(value, path))}`]
  return keys.map((key) => `${at([...path, key])}: there is no such option.`)
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
}
