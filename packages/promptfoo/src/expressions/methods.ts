import { AssayError } from '@assay/core'

/** A function argument of a method: a part of the expression, ready to be evaluated. */
export type Callback = (...given: readonly unknown[]) => unknown

type Method<Of> = (of: Of, given: readonly unknown[]) => unknown

const TEXT_METHODS: Readonly<Record<string, Method<string>>> = {
  at: (of, [index]) => of.at(numberOr(index, 0)),
  charAt: (of, [index]) => of.charAt(numberOr(index, 0)),
  concat: (of, given) => of.concat(...given.map(asText)),
  endsWith: (of, [end]) => of.endsWith(asText(end)),
  includes: (of, [part]) => of.includes(asText(part)),
  indexOf: (of, [part, from]) => of.indexOf(asText(part), numberOr(from, 0)),
  lastIndexOf: (of, [part]) => of.lastIndexOf(asText(part)),
  // As plain texts: no regular expressions, and `$&` has no special meaning.
  replace: (of, [part, by]) => of.replace(asText(part), () => asText(by)),
  replaceAll: (of, [part, by]) => of.replaceAll(asText(part), () => asText(by)),
  slice: (of, [from, to]) => of.slice(numberOr(from, 0), numberOr(to, of.length)),
  split: (of, [by, most]) => (by === undefined ? [of] : of.split(asText(by), typeof most === 'number' ? most : undefined)),
  startsWith: (of, [start]) => of.startsWith(asText(start)),
  substring: (of, [from, to]) => of.substring(numberOr(from, 0), numberOr(to, of.length)),
  toLowerCase: (of) => of.toLowerCase(),
  toString: (of: string) => of,
  toUpperCase: (of) => of.toUpperCase(),
  trim: (of) => of.trim(),
  trimEnd: (of) => of.trimEnd(),
  trimStart: (of) => of.trimStart(),
}

const LIST_METHODS: Readonly<Record<string, Method<readonly unknown[]>>> = {
  at: (of, [index]) => of.at(numberOr(index, 0)),
  concat: (of, given) => given.reduce<readonly unknown[]>((all, more) => all.concat(more), of),
  every: (of, [each]) => of.every((item, at) => callback(each)(item, at)),
  filter: (of, [each]) => of.filter((item, at) => Boolean(callback(each)(item, at))),
  find: (of, [each]) => of.find((item, at) => callback(each)(item, at)),
  flat: (of, [depth]) => of.flat(numberOr(depth, 1)),
  flatMap: (of, [each]) => of.flatMap((item, at) => callback(each)(item, at)),
  includes: (of, [item]) => of.includes(item),
  indexOf: (of, [item]) => of.indexOf(item),
  join: (of, [between]) =>
    of.map((item) => (item === null || item === undefined ? '' : asText(item))).join(between === undefined ? ',' : asText(between)),
  map: (of, [each]) => of.map((item, at) => callback(each)(item, at)),
  slice: (of, [from, to]) => of.slice(numberOr(from, 0), numberOr(to, of.length)),
  some: (of, [each]) => of.some((item, at) => callback(each)(item, at)),
}

/** Global functions: `JSON.parse`, `String`. */
const FUNCTIONS: Readonly<Record<string, (given: readonly unknown[]) => unknown>> = {
  'Array.isArray': ([value]) => Array.isArray(value),
  'JSON.parse': ([text]) => JSON.parse(asText(text)),
  'JSON.stringify': ([value, _replacer, indent]) => JSON.stringify(value, null, typeof indent === 'number' ? indent : undefined),
  'Object.keys': ([value]) => (isObject(value) ? Object.keys(value) : []),
  'Object.values': ([value]) => (isObject(value) ? Object.values(value) : []),
  Boolean: ([value]) => Boolean(value),
  Number: ([value]) => Number(value),
  String: ([value]) => asText(value),
}

/** Functions that may be passed by name, as in `.filter(Boolean)`. */
export const NAMED_CALLBACKS: ReadonlyMap<string, unknown> = new Map<string, Callback>([
  ['Boolean', (value) => Boolean(value)],
  ['String', asText],
])

/** Whether `name` (or `name.method`) is a known function. */
export function isFunction(name: string): boolean {
  return Object.hasOwn(FUNCTIONS, name)
}

export function callFunction(name: string, given: readonly unknown[]): unknown {
  return Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name]?.(given) : undefined
}

/** Whether the method is known. */
export function isMethod(name: string): boolean {
  return Object.hasOwn(TEXT_METHODS, name) || Object.hasOwn(LIST_METHODS, name)
}

/** @throws AssayError `data` if the value has no such method. */
export function callMethod(of: unknown, name: string, given: readonly unknown[]): unknown {
  if (typeof of === 'string' && Object.hasOwn(TEXT_METHODS, name)) return TEXT_METHODS[name]?.(of, given)
  if (Array.isArray(of) && Object.hasOwn(LIST_METHODS, name)) return LIST_METHODS[name]?.(of, given)
  if (typeof of === 'number' && name === 'toString') return String(of)
  throw new AssayError({ kind: 'data', message: `${shownKind(of)} has no .${name}()` })
}

export function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map((item: unknown) => (item === null || item === undefined ? '' : asText(item))).join(',')
  return isObject(value) ? '[object Object]' : String(value)
}

export function shownKind(value: unknown): string {
  if (value === undefined || value === null) return String(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'string' ? 'a text' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function callback(value: unknown): Callback {
  if (isCallback(value)) return value
  throw new AssayError({ kind: 'data', message: `${shownKind(value)} stands where a function is due` })
}

function isCallback(value: unknown): value is Callback {
  return typeof value === 'function'
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
