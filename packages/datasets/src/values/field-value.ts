import { readContexts } from '@assay/core'
import { dataError, type DataPlace } from '../data-error.ts'
import { isUnsafeInteger } from './exact-json.ts'
import { excerpt, quoted } from '../excerpt.ts'

type Where = () => DataPlace
/** The same value with its large integers as bigint; undefined if their digits are lost. */
type Exact = (value: unknown) => unknown

/** Deeper metadata could not be written to a report. */
const DEEPEST = 100

/** @throws AssayError `data` unless the value is a text. */
export function readText(value: unknown, where: Where): string {
  if (typeof value === 'string') return value
  const place = where()
  if (Array.isArray(value)) {
    throw dataError(
      place,
      `found ${excerpt(value)} where one text was expected. Join the list to one text, or map one item: ${place.column ?? ''}[0].`,
    )
  }
  if (typeof value === 'object' && value !== null) {
    const inside = Object.keys(value)
      .slice(0, 5)
      .map((key) => quoted(key))
      .join(', ')
    throw dataError(
      place,
      `found an object where a text was expected. Map the text in it by its path, such as ${place.column ?? ''}.text; it holds ${inside === '' ? 'nothing' : inside}.`,
    )
  }
  throw dataError(place, `found ${excerpt(value)} where a text was expected. ${asText(value)}`)
}

/** The one text of a list of one, as ragas v1 wrote `ground_truths`. */
export function readOnlyText(list: readonly unknown[], where: Where): string {
  const [only] = list
  if (list.length === 1) return readText(only, where)
  throw dataError(
    where(),
    `found ${excerpt(list)} where one reference was expected. Keep one reference in a row, or write one row for each.`,
  )
}

/**
 * Texts as they are, and objects by the text in them.
 * @param onObjects called with the path of the text in the first object, as in `pageContent`.
 * @throws AssayError `data` unless the value is a list of such items.
 */
export function readTexts(value: unknown, where: Where, onObjects: (path: string) => void): readonly string[] {
  if (!isList(value)) throw noList(value, where, 'texts', '["first passage", "second passage"]')
  const read = readContexts(value)
  if ('texts' in read) {
    if (read.path !== undefined) onObjects(read.path)
    return read.texts
  }
  const item: unknown = value[read.fault]
  throw dataError(where(), `item [${read.fault}] is ${shownItem(item)}, but a list of texts was expected. ${adviceForText(item, where)}`)
}

/**
 * Ids as exact text; numbers as JavaScript prints them, large integers with all digits.
 * @throws AssayError `data` unless the value is a list of texts and numbers.
 */
export function readIds(value: unknown, where: Where, exact: Exact): readonly string[] {
  if (!isList(value)) throw noList(value, where, 'ids', '["doc_1", "doc_2"]')
  if (isTextList(value)) return value
  const again = value.some(isUnsafeInteger) ? exact(value) : value
  const exactly: readonly unknown[] | undefined = Array.isArray(again) ? again : undefined
  return value.map((item: unknown, index) => {
    const id = idText(exactly === undefined ? item : exactly[index], exactly !== undefined)
    if (id !== undefined) return id
    throw dataError(where(), `item [${index}] is ${shownItem(item)}, but an id is a text or a number. ${adviceForItem(item, 'id')}`)
  })
}

/** @throws AssayError `data` unless the value is a text of at least one character, or a number. */
export function readId(value: unknown, where: Where, exact: Exact): string {
  if (value === '')
    throw dataError(where(), 'found an empty text where an id was expected. Leave the column out, or give null, where there is none.')
  if (typeof value === 'string') return value
  const again = isUnsafeInteger(value) ? exact(value) : value
  const id = idText(again ?? value, again !== undefined)
  if (id !== undefined) return id
  throw dataError(where(), `found ${shownItem(value)} where an id was expected: a text or a number. ${adviceForItem(value, 'id')}`)
}

/** @throws AssayError `data` unless the value is a list of finite numbers. */
export function readNumbers(value: unknown, where: Where): readonly number[] {
  if (!Array.isArray(value)) throw noList(value, where, 'numbers', '[2, 0, 1]')
  return value.map((item: unknown, index) => {
    const number = typeof item === 'bigint' ? Number(item) : item
    if (typeof number === 'number' && Number.isFinite(number)) return number
    throw dataError(where(), `item [${index}] is ${shownItem(item)}, but a list of numbers was expected.`)
  })
}

/**
 * Integers beyond 2^53 become text, since the result is written as JSON.
 * @throws AssayError `data` unless the value is an object of at most 100 levels.
 */
export function readObject(value: unknown, where: Where): Readonly<Record<string, unknown>> {
  if (!isPlainObject(value)) throw dataError(where(), `found ${excerpt(value)} where an object was expected, as in {"topic": "history"}.`)
  if (isDeeperThan(value, DEEPEST))
    throw dataError(where(), `the object is nested deeper than ${DEEPEST} levels. Flatten it, or leave it out.`)
  return holdsBigint(value) ? mapObject(value) : value
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function isTextList(list: readonly unknown[]): list is readonly string[] {
  for (let index = 0; index < list.length; index += 1) if (typeof list[index] !== 'string') return false
  return true
}

function idText(item: unknown, isExact: boolean): string | undefined {
  if (typeof item === 'string') return item
  if (typeof item === 'bigint') return String(item)
  return typeof item === 'number' && Number.isFinite(item) && (isExact || !isUnsafeInteger(item)) ? String(item) : undefined
}

function noList(value: unknown, where: Where, items: string, example: string): Error {
  const hint = typeof value === 'string' ? ' A single text goes into a list of one; it is never taken apart into characters.' : ''
  return dataError(where(), `found ${excerpt(value)} where a list of ${items} was expected, as in ${example}.${hint}`)
}

function shownItem(item: unknown): string {
  return isUnsafeInteger(item) ? `the number ${item}, which has lost digits` : excerpt(item)
}

function adviceForText(item: unknown, where: Where): string {
  if (!isPlainObject(item)) return adviceForItem(item, 'text')
  const inside = Object.keys(item)
    .slice(0, 5)
    .map((key) => quoted(key))
  const holds = inside.length === 0 ? 'this one is empty' : `this one holds ${inside.join(', ')}`
  return `Objects are read by pageContent, text or content, and ${holds}. Map the texts by their path, as in --columns '${where().field}=$.docs[*].body'.`
}

function adviceForItem(item: unknown, wanted: 'text' | 'id'): string {
  if (item === null || item === undefined) return `Leave the item out, or give its ${wanted}.`
  if (isUnsafeInteger(item)) return 'Give it as text.'
  if (typeof item === 'number' || typeof item === 'bigint' || typeof item === 'boolean') return asText(item)
  return `Lists here are flat: keep the ${wanted} of each item.`
}

function asText(value: unknown): string {
  const isFinite = typeof value !== 'number' || Number.isFinite(value)
  return isFinite ? `Write it as text: ${quoted(String(value))}.` : 'Write it as text, in quotes.'
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function holdsBigint(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint'
  return Object.values(value).some(holdsBigint)
}

function mapObject(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, jsonValue(held)]))
}

function jsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(jsonValue)
  return typeof value === 'object' && value !== null ? mapObject(value) : value
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((held) => isDeeperThan(held, levels - 1))
}
