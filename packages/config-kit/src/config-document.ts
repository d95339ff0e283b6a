import { AssayError } from '@assay/core'
import { configFault } from './config-fault.ts'
import type { ConfigPath } from './config-tree.ts'
import { jsonTree } from './json-tree.ts'
import { yamlTree } from './yaml-tree.ts'

/** A configuration as written: its value, and the place of each part. */
export type ConfigDocument = {
  /** Its name in messages. */
  readonly file: string
  readonly value: unknown
  /** Line, from 1, of the name or item at `path`; of the nearest enclosing part if it is missing. */
  readonly lineOf: (path: ConfigPath) => number
}

const MAX_CHARACTERS = 8_000_000

/**
 * Reads YAML (1.2, core schema) or JSON. It runs no code, and the value cannot grow: exponential aliases, custom tags, repeated keys,
 * `__proto__` and deep nesting are refused.
 * @throws AssayError `config` with file, line and what is wrong.
 */
export function readConfigDocument(text: string, o: { readonly file: string; readonly format: 'yaml' | 'json' }): ConfigDocument {
  const { file } = o
  if (text.length > MAX_CHARACTERS) {
    throw new AssayError({
      kind: 'config',
      message: `${file} holds ${text.length} characters; a configuration has at most ${MAX_CHARACTERS}.`,
    })
  }
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text
  const tree = o.format === 'json' ? jsonTree(body) : yamlTree(body)
  const lineAt = lineCounter(body)
  if ('what' in tree) throw configFault({ file, line: lineAt(tree.offset) }, tree.what)
  return { file, value: tree.value, lineOf: (path) => lineAt(tree.offsetOf(path)) }
}

/** The format by a file's name. */
export function configFormatOf(path: string): 'yaml' | 'json' | undefined {
  const name = path.toLowerCase()
  if (name.endsWith('.yaml') || name.endsWith('.yml')) return 'yaml'
  return name.endsWith('.json') ? 'json' : undefined
}

function lineCounter(text: string): (offset: number) => number {
  const feeds: number[] = []
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) feeds.push(at)
  return (offset) => {
    let [low, high] = [0, feeds.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((feeds[middle] ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
