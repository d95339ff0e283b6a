import { quoted } from '../excerpt.ts'
import { type PythonItem, type PythonListFault, readPythonItem } from './python-list.ts'

/** A value as `repr` writes nested lists, tuples and dicts. */
export type PythonValue = PythonItem | boolean | readonly PythonValue[] | { readonly [key: string]: PythonValue }

const SPACE = /[ \t\r\n]*/y
const BOOLEAN = /(?:True|False)(?!\w)/y
const DEEPEST = 100
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' }

type Read = { readonly value: PythonValue; readonly end: number }

/** Parses one Python literal of plain data. Nothing is evaluated. Returns the fault for anything else. */
export function readPythonValue(text: string): { readonly value: PythonValue } | PythonListFault {
  const read = readAt(text, spaceEnd(text, 0), 0)
  if ('what' in read) return read
  const rest = spaceEnd(text, read.end)
  if (rest === text.length) return { value: read.value }
  return { at: rest, what: `found ${shown(text, rest)} after the end of the value` }
}

function readAt(text: string, at: number, depth: number): Read | PythonListFault {
  const closing = CLOSING[text[at] ?? '']
  if (closing !== undefined) {
    if (depth >= DEEPEST) return { at, what: `it is nested deeper than ${DEEPEST} levels` }
    return closing === '}' ? readDict(text, at, depth) : readList(text, at, { closing, depth })
  }
  BOOLEAN.lastIndex = at
  const word = BOOLEAN.exec(text)?.[0]
  return word === undefined ? readPythonItem(text, at) : { value: word === 'True', end: at + word.length }
}

function readList(text: string, start: number, { closing, depth }: { closing: string; depth: number }): Read | PythonListFault {
  const value: PythonValue[] = []
  for (let at = spaceEnd(text, start + 1); ;) {
    if (text[at] === closing) return { value, end: at + 1 }
    const item = readAt(text, at, depth + 1)
    if ('what' in item) return item
    value.push(item.value)
    const next = afterItem(text, item.end, closing)
    if (typeof next !== 'number') return next
    at = next
  }
}

function readDict(text: string, start: number, depth: number): Read | PythonListFault {
  const value: Record<string, PythonValue> = {}
  for (let at = spaceEnd(text, start + 1); ;) {
    if (text[at] === '}') return { value, end: at + 1 }
    const key = readPythonItem(text, at)
    if ('what' in key) return key
    const colon = spaceEnd(text, key.end)
    if (text[colon] !== ':') return { at: colon, what: `found ${shown(text, colon)} where a colon was expected` }
    const held = readAt(text, spaceEnd(text, colon + 1), depth + 1)
    if ('what' in held) return held
    // `__proto__` is an ordinary key here.
    Object.defineProperty(value, String(key.value), { value: held.value, enumerable: true, configurable: true, writable: true })
    const next = afterItem(text, held.end, '}')
    if (typeof next !== 'number') return next
    at = next
  }
}

/** The position of the next item or the closing bracket. */
function afterItem(text: string, end: number, closing: string): number | PythonListFault {
  const at = spaceEnd(text, end)
  if (text[at] === ',') return spaceEnd(text, at + 1)
  return text[at] === closing ? at : { at, what: `found ${shown(text, at)} where a comma or ${closing} was expected` }
}

function spaceEnd(text: string, at: number): number {
  SPACE.lastIndex = at
  return at + (SPACE.exec(text)?.[0].length ?? 0)
}

function shown(text: string, at: number): string {
  return at >= text.length ? 'the end of the cell' : quoted(text.slice(at, at + 20))
}
