import { nearestName } from '@assay/text'
import { shownValue } from './shown-value.ts'

/** A fault found by a schema, in the shape of zod's issues. */
export type ConfigIssue = {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly keys?: readonly string[]
  /** The expected type. */
  readonly expected?: string
  /** The expected values. */
  readonly values?: readonly unknown[]
  /** The type with a bound: `number`, `string`, `array`. */
  readonly origin?: string
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly inclusive?: boolean | undefined
  /** For a value that fits none of several schemas: the faults of each of them, by paths from there. */
  readonly errors?: readonly (readonly ConfigIssue[])[]
}

/** An issue in words: the given and the expected value. For an unknown kind, the schema's own message. */
export function issueText(issue: ConfigIssue, found: unknown): string {
  const due = dueText(issue)
  if (due === undefined) return issue.message
  if (found === undefined) return `it is missing; ${due} is due.`
  return `found ${shownValue(found)} where ${due} is due.${hint(issue, found)}`
}

/** The expected value, as in `a number of at most 1`; for alternatives, each of them. */
function dueText(issue: ConfigIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return NOUNS[issue.expected ?? '']
    case 'invalid_value':
      return listOf((issue.values ?? []).map((value) => (typeof value === 'string' ? JSON.stringify(value) : String(value))))
    case 'too_big':
      return bounded(issue, issue.maximum, issue.inclusive === false ? 'below' : 'of at most')
    case 'too_small':
      return bounded(issue, issue.minimum, issue.inclusive === false ? 'above' : 'of at least')
    case 'invalid_union':
      return listOf([...new Set((issue.errors ?? []).flatMap((branch) => branch.map((part) => dueText(part) ?? part.message)))])
    case 'invalid_format':
      // A schema with a pattern describes it in its message.
      return issue.message
    default:
      return undefined
  }
}

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of names to values',
  record: 'a map of names to values',
  null: 'null',
}

function bounded({ origin, message }: ConfigIssue, bound: unknown, side: string): string {
  switch (origin) {
    case 'number':
      return `a number ${side} ${String(bound)}`
    case 'int':
      return `a whole number ${side} ${String(bound)}`
    case 'string':
      return bound === 1 ? 'a text that is not empty' : `a text ${side} ${String(bound)} characters`
    case 'array':
      return bound === 1 ? 'a list that is not empty' : `a list ${side} ${String(bound)} items`
    default:
      return message
  }
}

function listOf(parts: readonly string[]): string | undefined {
  if (parts.length < 2) return parts[0]
  return `${parts.slice(0, -1).join(', ')} or ${parts.at(-1) ?? ''}`
}

function hint({ code, expected, values = [] }: ConfigIssue, found: unknown): string {
  if (typeof found !== 'string') return ''
  if (code === 'invalid_type' && (expected === 'number' || expected === 'int') && found.trim() !== '' && Number.isFinite(Number(found)))
    return ' Write it without quotes.'
  const nearest = nearestName(
    found,
    values.filter((value) => typeof value === 'string'),
  )
  return code === 'invalid_value' && nearest !== undefined ? ` Did you mean ${nearest}?` : ''
}

/** For a value that fits none of several schemas, the faults of the nearest one. */
export function closestIssues(issue: ConfigIssue): readonly ConfigIssue[] {
  const inside = (issue.errors ?? []).filter((branch) => branch.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys'))
  const [best] = inside.toSorted((a, b) => a.length - b.length)
  if (best === undefined) return [issue]
  return best.flatMap((part) => closestIssues({ ...part, path: [...issue.path, ...part.path] }))
}

/** The value at a path, if any. */
export function valueAt(value: unknown, [part, ...rest]: readonly PropertyKey[]): unknown {
  if (part === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
    return part === undefined ? value : undefined
  return valueAt(Object.getOwnPropertyDescriptor(value, part)?.value, rest)
}
