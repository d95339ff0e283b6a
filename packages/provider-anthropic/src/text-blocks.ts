import type { TextBlockParam } from '@anthropic-ai/sdk/resources/messages'
import type { LLMMessage } from '@assay/core'

/** The most blocks of one request that can be marked. */
const MOST_MARKS = 4

/**
 * The parts of a message as text blocks. A block ends only where the cache is to reach, so texts stay joined as they were; white
 * space alone, which the API refuses as a block, goes with the block before it.
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

/** Takes the marks beyond four from the first blocks: the last ones reach furthest. */
export function limitMarks(blocks: readonly TextBlockParam[]): void {
  const marked = blocks.filter(({ cache_control }) => cache_control !== undefined)
  for (const block of marked.slice(0, Math.max(0, marked.length - MOST_MARKS))) delete block.cache_control
}
