import type { LLMCall } from '@assay/core'

/** The data in one of Assay's own prompts. */
export type PromptData = {
  readonly reference: string
  /** The response. */
  readonly answer: string
  /** Of the claims, passages or sentences in the call. */
  readonly ids: readonly string[]
  /** The number of contexts. */
  readonly contexts: number
  /** The first context. */
  readonly context: string | undefined
  /** The number of requested questions. */
  readonly questions: number
}

/** The beginning of one of Assay's prompts: its nonce occurs in no data, so a tag with it is one of Assay's. */
const FIRST_TAG = /^<(?:context|question|reference|answer|criterion|claim|passage|sentence)-([0-9a-f]{16})[ >]/

/** Reads the data back from a prompt; `undefined` for any other prompt. */
export function promptData({ messages }: LLMCall): PromptData | undefined {
  const text =
    messages
      .find(({ role }) => role === 'user')
      ?.parts.map((part) => part.text)
      .join('') ?? ''
  const nonce = FIRST_TAG.exec(text)?.[1]
  if (nonce === undefined) return undefined
  const contexts = textsBetween(text, 'context', nonce)
  const items = ['claim', 'passage', 'sentence'].flatMap((tag) => textsBetween(text, tag, nonce))
  const task = text.slice(text.lastIndexOf(`-${nonce}>`))
  return {
    reference: textsBetween(text, 'reference', nonce)[0]?.data ?? '',
    answer: textsBetween(text, 'answer', nonce)[0]?.data ?? '',
    ids: items.map(({ tag }) => String(JSON.parse(tag.slice(tag.indexOf('id=') + 3)))),
    contexts: contexts.length,
    context: contexts[0]?.data,
    questions: Number(/exactly (\d{1,3}) question/.exec(task)?.[1] ?? 0),
  }
}

function textsBetween(text: string, name: string, nonce: string): { readonly tag: string; readonly data: string }[] {
  const found: { tag: string; data: string }[] = []
  const [open, close] = [`<${name}-${nonce}`, `\n</${name}-${nonce}>`]
  for (let from = text.indexOf(open); from !== -1;) {
    const start = text.indexOf('>\n', from)
    const end = text.indexOf(close, start)
    if (start === -1 || end === -1) break
    found.push({ tag: text.slice(from, start), data: text.slice(start + 2, end) })
    from = text.indexOf(open, end)
  }
  return found
}
