/**
 * A passage as retrievers give it: its text, or an object that holds it. Read are, in this order: `pageContent` of LangChain
 * (`page_content` in Python), `text` of Mastra and LlamaIndex, `content`; the same under `node`, where LlamaIndex scores its nodes; and
 * `metadata.text`, as the vector stores of Mastra answer.
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
      /** The list itself where all of it is text. */
      readonly texts: readonly string[]
      /** Where in the first object the text stood, as in `pageContent`. Absent where all were texts. */
      readonly path?: string
    }
  /** The 0-based index of the first that holds no text. */
  | { readonly fault: number }

/** Reads a list of passages by their texts. */
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

/** Of an object, getters of its class included. */
function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
