const FENCE = '```'

/** What stands between ``` and the next ```, without the language name. A fence that is never closed runs to the end. */
export function fencedBlocks(text: string): string[] {
  const blocks: string[] = []
  for (let open = text.indexOf(FENCE); open !== -1;) {
    const lineEnd = text.indexOf('\n', open)
    const start = lineEnd === -1 ? open + FENCE.length : lineEnd + 1
    const close = text.indexOf(FENCE, Math.max(start, open + FENCE.length))
    blocks.push(text.slice(start, close === -1 ? text.length : close))
    open = close === -1 ? -1 : text.indexOf(FENCE, close + FENCE.length)
  }
  return blocks
}
