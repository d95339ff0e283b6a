import { type Alias, type Document, isAlias, isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { type ConfigPath, type ConfigTree, MAX_DEPTH, type SyntaxFault } from './config-tree.ts'

/** The most values and names, with every alias expanded. */
const MAX_PARTS = 1_000_000

export function yamlTree(text: string): ConfigTree | SyntaxFault {
  let document: Document
  try {
    document = parseDocument(text, { prettyErrors: false, lineCounter: new LineCounter(), merge: true })
  } catch (error) {
    if (error instanceof RangeError) return { offset: 0, what: tooDeep }
    throw error
  }
  const [wrong] = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0])
  if (wrong !== undefined && isExhausted(wrong.message)) return { offset: 0, what: tooDeep }
  if (wrong !== undefined) return { offset: wrong.pos[0], what: messageOf(wrong.code, wrong.message) }
  const fault = findFault(document)
  if (fault !== undefined) return fault
  const value: unknown = document.toJS({ maxAliasCount: -1 })
  return { value, offsetOf: (path) => offsetOf(document, path) }
}

/** The parser reports a stack overflow of the engine as a fault of the text. */
function isExhausted(message: string): boolean {
  return message === 'Maximum call stack size exceeded' || /^Invalid regular expression: .*: Stack overflow$/s.test(message)
}

const tooDeep = `it is nested more than ${MAX_DEPTH} levels deep.`

function messageOf(code: string, message: string): string {
  switch (code) {
    case 'DUPLICATE_KEY':
      return 'this name stands twice in one map. Keep one of them.'
    case 'TAB_AS_INDENT':
      return 'a tab stands where lines are indented. YAML takes spaces only.'
    case 'TAG_RESOLVE_FAILED':
      return `it has a tag (!…) that stands for code or a type of its own: ${message}. Only plain values are read.`
    case 'MULTIPLE_DOCS':
      return 'a second document begins (---). Keep one in a file.'
    default:
      return `it is not YAML: ${message.replace(/\s+/g, ' ')}.`
  }
}

/**
 * Refuses YAML that the parser accepts and a configuration does not need. Each part is measured once, aliases by what they refer to, so
 * that a file that would expand to millions of parts is found without expanding it.
 */
function findFault(document: Document): SyntaxFault | undefined {
  const anchors = new Map<string, unknown>()
  const measured = new Map<unknown, Measure>()
  const open = new Set<unknown>()
  let fault: SyntaxFault | undefined

  const root = measure(document.contents, 0)
  if (fault === undefined && root.size > MAX_PARTS)
    fail(document.contents, `its aliases (*name) unfold to ${root.size} parts; ${MAX_PARTS} are read at most.`)
  return fault

  function fail(node: unknown, what: string): Measure {
    fault ??= { offset: startOf(node), what }
    return LEAF
  }

  function measure(node: unknown, depth: number): Measure {
    if (fault !== undefined) return LEAF
    if (isAlias(node)) return measureAlias(node, depth)
    const known = measured.get(node)
    if (known !== undefined) return depth + known.height > MAX_DEPTH ? fail(node, tooDeep) : known
    if (depth > MAX_DEPTH) return fail(node, tooDeep)
    if (isNode(node) && node.anchor !== undefined) anchors.set(node.anchor, node)
    const parts = partsOf(node)
    open.add(node)
    let [size, height] = [1, 0]
    for (const { key, value } of parts) {
      if (key !== undefined) fault ??= keyFault(key)
      const part = measure(value, depth + 1)
      size += part.size
      height = Math.max(height, part.height + 1)
    }
    open.delete(node)
    if (isNode(node)) measured.set(node, { size, height })
    return { size, height }
  }

  function measureAlias(alias: Alias, depth: number): Measure {
    const target = anchors.get(alias.source)
    if (target === undefined) return fail(alias, `the alias *${alias.source} has no target: no &${alias.source} comes before it.`)
    if (open.has(target)) return fail(alias, `the alias *${alias.source} stands inside what it stands for.`)
    return measure(target, depth)
  }
}

type Measure = { readonly size: number; readonly height: number }

const LEAF: Measure = { size: 1, height: 0 }

function partsOf(node: unknown): readonly { readonly key?: unknown; readonly value: unknown }[] {
  if (isMap(node)) return node.items
  return isSeq(node) ? node.items.map((item) => (isPair(item) ? item : { value: item })) : []
}

function keyFault(key: unknown): SyntaxFault | undefined {
  if (!isScalar(key)) return { offset: startOf(key), what: 'a name must be a plain text.' }
  if (key.value === '__proto__') return { offset: startOf(key), what: '"__proto__" is no name for anything. Take it out.' }
  return undefined
}

function offsetOf(document: Document, path: ConfigPath): number {
  let node: unknown = document.contents
  let offset = startOf(node)
  for (const part of path) {
    if (isAlias(node)) node = resolved(node, document)
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part))
      if (pair === undefined) return offset
      offset = startOf(pair.key)
      node = pair.value
    } else if (isSeq(node) && typeof part === 'number') {
      node = node.items[part]
      if (node === undefined) return offset
      offset = startOf(node)
    } else return offset
  }
  return offset
}

function resolved(alias: Alias, document: Document): unknown {
  return alias.resolve(document)
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0
}
