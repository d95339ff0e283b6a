import type { TextBlockParam } from '@anthropic-ai/sdk/resources/messages'
import type { LLMMessage } from '@assay/core'

/** The maximum number of marked blocks in a request. */
const MAX_MARKS = 4

/**
 * The parts of a message as text blocks. A block ends only at a `cache` mark; all other parts are joined. The API refuses blank blocks,
 * so white space is appended to the block before it.
 */
export function textBlocks(parts: LLMMessage['parts'], clean: (text: string) => string): TextBlockParam[] {
  const blocks: TextBlockParam[] = []
  let text = ''
  const end = (marked: boolean): void => {
    const last = blocks.at(-1)
    if (text.trim() !== '') blocks.push({ type: 'text', text: clean(text), ...(marked ? { cache_control: { type: 'ephemeral' } } : {}) })
    else if (last !== undefined) {
      last.text += text
      if (marked) last.cache_control = { type: 'ephemeral' }
    } else return
    text = ''
  }
  for (const part of parts) {
    text += part.text
    if (part.cache === true) end(true)
  }
  end(false)
  return blocks.length === 0 ? [{ type: 'text', text }] : blocks
}

/** Keeps the last four marks, which cover the longest prefixes, and removes the others. */
export function limitMarks(blocks: readonly TextBlockParam[]): void {
  const marked = blocks.filter(({ cache_control }) => cache_control !== undefined)
  for (const block of marked.slice(0, Math.max(0, marked.length - MAX_MARKS))) delete block.cache_control
}
