import { nearestName } from '@assay/text'
import type { ConfigIssue } from './issue-faults.ts'

const MOST_UNITS = 40

/** What an issue is about, in words: what stands there, and what is due. Of a kind unknown here, the schema's own message. */
export function issueText(issue: ConfigIssue, found: unknown): string {
  const due = dueText(issue)
  if (due === undefined) return issue.message
  if (found === undefined) return `it is missing; ${due} is due.`
  return `found ${shownValue(found)} where ${due} is due.${hint(issue, found)}`
}

/** What is due, as in `a number of at most 1`; of a value that may be several things, each of them. */
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
      // A schema with a pattern says in its message what the pattern is of.
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

function shownValue(value: unknown): string {
  if (typeof value === 'string') {
    const units = Array.from(value.slice(0, 2 * MOST_UNITS))
    const isLong = units.length > MOST_UNITS || value.length > 2 * MOST_UNITS
    return value === '' ? 'an empty text' : `the text ${JSON.stringify(units.slice(0, MOST_UNITS).join(''))}${isLong ? ' …' : ''}`
  }
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`
  if (typeof value === 'function') return 'a function'
  return typeof value === 'object' && value !== null ? 'a map' : String(value)
}
