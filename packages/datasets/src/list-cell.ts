import { exactJson, isUnsafeInteger } from './exact-json.ts'
import { findJsonFault } from './json-fault.ts'
import { readPythonList } from './python-list.ts'

export type ListCell = { readonly list: readonly unknown[] } | { readonly fault: string }

/** Reads a list out of the text of a cell: as JSON, else as a Python literal. Anything else is a fault, never one item. */
export function readListCell(text: string): ListCell {
  const json = readJson(text)
  if (json !== undefined) return json
  if (!text.trimStart().startsWith('[')) {
    const object = readPythonList(text)
    return { fault: 'at' in object && object.at < text.length && text.includes('(') ? object.what : 'it is no list' }
  }
  const python = readPythonList(text)
  if (!('what' in python)) return { list: python }
  const fault = findJsonFault(text)
  return { fault: python.at >= fault.at ? python.what : fault.what }
}

function readJson(text: string): ListCell | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
    if (Array.isArray(value) && value.some(isUnsafeInteger)) value = exactJson(text)
  } catch {
    return undefined
  }
  return Array.isArray(value) ? { list: value } : { fault: 'it is no list' }
}
