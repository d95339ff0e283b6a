import { exactJson, isUnsafeInteger } from './exact-json.ts'
import { findJsonFault } from '../formats/json-fault.ts'
import { readPythonList } from './python-list.ts'

export type ListCell = { readonly list: readonly unknown[] } | { readonly fault: string }

/** How numpy and pandas print an object that holds a list: `array(['a'], dtype=object)`. */
const PYTHON_OBJECT = /^\s*[A-Za-z_][\w.]{0,40}\(\s*\[/

/** Parses the text of a cell as a list: as JSON, else as a Python literal. Anything else is a fault, never one item. */
export function readListCell(text: string): ListCell {
  const json = readJson(text)
  if (json !== undefined) return json
  if (PYTHON_OBJECT.test(text)) return { fault: 'it is a Python object that holds a list; export it with .tolist()' }
  if (!text.trimStart().startsWith('[')) return { fault: 'it is no list' }
  const python = readPythonList(text)
  if (!('what' in python)) return { list: python }
  const fault = findJsonFault(text, 'cell')
  // The parser that got further reports the fault; a single quote means Python.
  return { fault: python.at >= fault.at || text[fault.at] === "'" ? python.what : fault.what }
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
