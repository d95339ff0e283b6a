/**
 * A passage as a retriever returns it: its text, or an object that holds it. Fields are tried in this order: `pageContent` of LangChain
 * (`page_content` in Python), `text` of Mastra and LlamaIndex, `content`; the same under `node`, as in scored nodes of LlamaIndex; and
 * `metadata.text`, as in vector stores of Mastra.
 */
export type ContextLike =
  | string
  | { readonly pageContent: string }
  | { readonly page_content: string }
  | { readonly text: string }
  | { readonly content: string }
  | { readonly node: { readonly text: string } }
  | { readonly metadata: { readonly text: string } }

export type ReadContexts =
  | {
      /** The same list if every item is a text. */
      readonly texts: readonly string[]
      /** The path of the text in the first object, as in `pageContent`. Absent if every item is a text. */
      readonly path?: string
    }
  /** The 0-based index of the first item without a text. */
  | { readonly fault: number }

/** Reads the texts of a list of passages. */
export function readContexts(list: readonly unknown[]): ReadContexts {
  if (isTextList(list)) return { texts: list }
  const texts: string[] = []
  let path: string | undefined
  for (const [index, item] of list.entries()) {
    if (typeof item === 'string') {
      texts.push(item)
      continue
    }
    const found = textInObject(item)
    if (found === undefined) return { fault: index }
    path ??= found.path
    texts.push(found.text)
  }
  return path === undefined ? { texts } : { texts, path }
}

function isTextList(list: readonly unknown[]): list is readonly string[] {
  for (let index = 0; index < list.length; index += 1) if (typeof list[index] !== 'string') return false
  return true
}

type Found = { readonly text: string; readonly path: string }

const KEYS = ['pageContent', 'page_content', 'text', 'content'] as const

function textInObject(value: unknown): Found | undefined {
  return textAt(value, KEYS, '') ?? textAt(member(value, 'node'), KEYS, 'node.') ?? textAt(member(value, 'metadata'), ['text'], 'metadata.')
}

function textAt(value: unknown, keys: readonly string[], prefix: string): Found | undefined {
  for (const key of keys) {
    const text = member(value, key)
    if (typeof text === 'string') return { text, path: `${prefix}${key}` }
  }
  return undefined
}

/** Reads a field of an object, including getters of its class. */
function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
