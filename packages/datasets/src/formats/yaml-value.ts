import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  type Scalar,
  type YAMLMap,
} from 'yaml'
import { dataError } from '../data-error.ts'
import { quoted } from '../excerpt.ts'
import type { WrittenScalars } from './format.ts'

/** The most values that aliases may add to a file. A few lines of YAML can add billions. */
const MOST_BY_ALIAS = 1_000_000

const CORE_TAGS: ReadonlySet<string> = new Set(
  ['map', 'seq', 'str', 'null', 'bool', 'int', 'float'].map((name) => `tag:yaml.org,2002:${name}`),
)

export type YamlReader = {
  readonly valueOf: (node: unknown) => unknown
  /** The physical line of a node, from 1. */
  readonly lineOf: (node: unknown) => number
}

type YamlPlace = { readonly file: string; readonly firstLine: number; readonly lines: LineCounter }

export type YamlReaderOptions = {
  readonly place: YamlPlace
  readonly written: WrittenScalars
  readonly aliases: AliasCount
  /** Whether a key of a row is read. Other keys, and the values under them, are not checked for duplicates. */
  readonly isRead: (column: string) => boolean
}

/** Counts the values that aliases add in a file. */
export type AliasCount = { values: number }

/**
 * Converts the nodes of a document into values: integers beyond 2^53 as bigint. The source text of numbers and nulls is recorded in
 * `written`.
 */
export function createYamlReader(doc: Document, { place, written, aliases, isRead }: YamlReaderOptions): YamlReader {
  const known = new Map<Node, { value: unknown; size: number }>()
  /** Nodes that are being read: an alias to one of them would be infinite. */
  const open = new Set<Node>()
  let size = 0
  /** The current key of the row. */
  let column = ''

  function lineOf(node: unknown): number {
    const offset = isNodeLike(node) ? (node.range?.[0] ?? 0) : 0
    return place.firstLine + place.lines.linePos(offset).line - 1
  }

  function fault(node: unknown, what: string): Error {
    return dataError({ file: place.file, line: lineOf(node) }, what)
  }

  function valueOf(node: unknown): unknown {
    size += 1
    if (isAlias(node)) return aliased(node)
    if (isScalar(node)) {
      refuseTag(node)
      return scalarValue(node)
    }
    if (!isMap(node) && !isSeq(node)) return null
    refuseTag(node)
    const before = size
    open.add(node)
    const value = isMap(node) ? mapValue(node) : listValue(node.items)
    open.delete(node)
    if (node.anchor !== undefined) known.set(node, { value, size: size - before })
    return value
  }

  /** The value itself, not a copy: sharing saves memory, but a traversal visits it each time. */
  function aliased(alias: Alias): unknown {
    const node = alias.resolve(doc)
    if (node === undefined) throw fault(alias, `nothing is anchored as &${alias.source}. ${ANCHOR_ADVICE}`)
    if (open.has(node))
      throw fault(alias, `*${alias.source} stands inside what it stands for, so that it would never end. Write the value out.`)
    const held = known.get(node) ?? { value: valueOf(node), size: 1 }
    size += held.size
    aliases.values += held.size
    if (aliases.values > MOST_BY_ALIAS) {
      throw fault(alias, `aliases stand for over ${MOST_BY_ALIAS} values here, which looks like an attack. Write the values out.`)
    }
    return held.value
  }

  function listValue(items: readonly unknown[]): unknown[] {
    const texts = new Map<number, string>()
    const list = items.map((item, index) => {
      note(texts, index, item)
      return valueOf(item)
    })
    if (texts.size > 0) written.set(list, texts)
    return list
  }

  function mapValue(map: YAMLMap): Record<string, unknown> {
    const texts = new Map<string, string>()
    const record: Record<string, unknown> = {}
    for (const pair of map.items) {
      if (!isPair(pair)) continue
      const name = keyOf(pair.key)
      if (open.size === 1) column = name
      if (Object.hasOwn(record, name) && isRead(column)) {
        throw dataError(
          { file: place.file, line: lineOf(pair.key), column: name },
          `the key ${quoted(name)} stands twice in one map. Keep one of the two.`,
        )
      }
      note(texts, name, pair.value)
      // `__proto__` is an ordinary key here.
      Object.defineProperty(record, name, { value: valueOf(pair.value), enumerable: true, configurable: true, writable: true })
    }
    if (texts.size > 0) written.set(record, texts)
    return record
  }

  function keyOf(key: unknown): string {
    if (!isScalar(key)) throw fault(key, 'a name was expected before the colon. Keys that are lists, maps or aliases are not read.')
    if (key.value === '<<' && key.type === 'PLAIN') {
      throw fault(key, 'found the merge key <<, which belongs to YAML 1.1 and is not followed. Write the merged keys out.')
    }
    return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value))
  }

  function refuseTag(node: Node & { tag?: string }): void {
    if (node.tag === undefined || CORE_TAGS.has(node.tag)) return
    throw fault(
      node,
      `found the tag ${quoted(node.tag)}. Only plain data is read (texts, numbers, true, false, null, lists, maps): remove the tag.`,
    )
  }

  return { valueOf, lineOf }
}

export const ANCHOR_ADVICE = 'In a file over 1 MiB an anchor reaches only the rows near it: write the value out.'

function scalarValue({ value }: Scalar): unknown {
  if (typeof value !== 'bigint') return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/** Records the source text of a scalar whose value reads differently: `007`, `1.0`, `0x1F`, `~`. */
function note<Place>(texts: Map<Place, string>, place: Place, node: unknown): void {
  if (!isScalar(node) || node.source === undefined || typeof node.value === 'string') return
  if (String(node.value) !== node.source) texts.set(place, node.source)
}

function isNodeLike(node: unknown): node is { range?: readonly number[] | null } {
  return typeof node === 'object' && node !== null && 'range' in node
}
