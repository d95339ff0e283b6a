import type { LLMCall } from '@assay/core'

/** What one of our own prompts shows. */
export type PromptData = {
  readonly reference: string
  readonly claimIds: readonly string[]
  /** The first one shown. */
  readonly context: string | undefined
}

/** What a prompt of ours begins with: its nonce stands in no data, so that whatever bears it is a tag of ours. */
const FIRST_TAG = /^<(?:context|question|reference|claim)-([0-9a-f]{16})[ >]/

/** Reads back what was rendered into a prompt; `undefined` for a prompt that is none of ours. */
export function promptData({ messages }: LLMCall): PromptData | undefined {
  const text =
    messages
      .find(({ role }) => role === 'user')
      ?.parts.map((part) => part.text)
      .join('') ?? ''
  const nonce = FIRST_TAG.exec(text)?.[1]
  if (nonce === undefined) return undefined
  return {
    reference: textsBetween(text, 'reference', nonce)[0]?.data ?? '',
    claimIds: textsBetween(text, 'claim', nonce).map(({ tag }) => String(JSON.parse(tag.slice(tag.indexOf('id=') + 3)))),
    context: textsBetween(text, 'context', nonce)[0]?.data,
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
