import { configError } from '@assay/core'

/** A text to look for. A number stands for its text. */
export type TextValue = string | number

/** @throws AssayError `config` for anything but a text that is not empty, or a number. */
export function textValue(type: string, value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value === 'string' && value !== '') return value
  throw configError(`${type}: the value is ${shownKind(value)}. Give a text that is not empty, or a number.`)
}

/** @throws AssayError `config` for anything but a text that is not empty. */
export function onlyText(type: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw configError(`${type}: the value is ${shownKind(value)}. Give a text that is not empty.`)
}

/**
 * The texts of a list, or of one text with commas between them.
 * @throws AssayError `config` for anything else, an empty list included.
 */
export function textValues(type: string, value: unknown): readonly string[] {
  const texts =
    typeof value === 'string' ? separatedTexts(type, value) : Array.isArray(value) ? value.map((item) => textValue(type, item)) : undefined
  if (texts === undefined) throw configError(`${type}: the value is ${shownKind(value)}. Give a list of texts, or one text with commas.`)
  if (texts.length === 0) throw configError(`${type}: the value holds no text. Give at least one.`)
  return texts
}

/** What stands in place of a value, for messages. */
export function shownKind(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === '') return 'an empty text'
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'string' ? JSON.stringify(value) : typeof value === 'object' ? 'a map' : `a ${typeof value}`
}

const SPACES = /\s*/y
const UNQUOTED = /[^,]*/y
/** In quotation marks, with `""`, `\"` and `\\` for what would end it. */
const QUOTED = /"((?:[^"\\]|""|\\["\\]|\\(?!["\\]))*)"/y

/** The texts between commas: trimmed, without empty ones; one in quotation marks keeps its commas. */
function separatedTexts(type: string, value: string): string[] {
  const texts: string[] = []
  let at = 0
  while (at < value.length) {
    at = matchAt(SPACES, value, at).end
    const isQuoted = value[at] === '"'
    const { text, end } = isQuoted ? quotedText(type, value, at) : matchAt(UNQUOTED, value, at)
    const item = isQuoted ? text : text.trim()
    if (item !== '') texts.push(item)
    // Behind a text comes a comma, or nothing.
    at = end + 1
  }
  return texts
}

function quotedText(type: string, value: string, start: number): { readonly text: string; readonly end: number } {
  QUOTED.lastIndex = start
  const [whole, inside] = QUOTED.exec(value) ?? []
  if (whole === undefined || inside === undefined) throw configError(`${type}: a quotation mark is not closed in ${JSON.stringify(value)}.`)
  const end = matchAt(SPACES, value, start + whole.length).end
  if (end < value.length && value[end] !== ',')
    throw configError(`${type}: a comma is due behind the closing quotation mark in ${JSON.stringify(value)}.`)
  return { text: inside.replaceAll(/""|\\(["\\])/g, (_found, escaped: string | undefined) => escaped ?? '"'), end }
}

function matchAt(pattern: RegExp, value: string, start: number): { readonly text: string; readonly end: number } {
  pattern.lastIndex = start
  const [text = ''] = pattern.exec(value) ?? []
  return { text, end: start + text.length }
}
