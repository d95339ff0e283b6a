import type { TextSpan } from './scan-objects.ts'

const BACKTICK = 96
const TILDE = 126
const SHORTEST = 3

type OpenFence = { readonly mark: number; readonly length: number; readonly contentStart: number }

/**
 * The text between two fences, each on its own line: three or more ` or ~, indented or not, with any words after the opening one. A block
 * ends at a fence of the same mark that is at least as long; one that is never closed runs to the end. Only the first `most` blocks that
 * contain `needed` are returned.
 */
export function fencedBlocks(text: string, needed: string, most: number): TextSpan[] {
  const blocks: TextSpan[] = []
  if (!text.includes('```') && !text.includes('~~~')) return blocks
  let open: OpenFence | undefined
  for (let lineStart = 0; lineStart < text.length && blocks.length < most;) {
    let at = lineStart
    while (isBlank(text.charCodeAt(at))) at += 1
    const newLine = text.indexOf('\n', at)
    const lineEnd = newLine === -1 ? text.length : newLine
    const mark = text.charCodeAt(at)
    const length = mark === BACKTICK || mark === TILDE ? runLength(text, at, mark) : 0
    if (length >= SHORTEST) {
      const rest = text.slice(at + length, lineEnd)
      if (open === undefined) {
        // Words after ``` contain no ` themselves: else it is code within a line.
        if (mark === TILDE || !rest.includes('`')) open = { mark, length, contentStart: lineEnd }
      } else if (mark === open.mark && length >= open.length && rest.trim() === '') {
        if (text.slice(open.contentStart, lineStart).includes(needed)) blocks.push({ start: open.contentStart, end: lineStart })
        open = undefined
      }
    }
    lineStart = lineEnd + 1
  }
  if (open !== undefined && text.slice(open.contentStart).includes(needed)) blocks.push({ start: open.contentStart, end: text.length })
  return blocks
}

function runLength(text: string, start: number, mark: number): number {
  let at = start
  while (text.charCodeAt(at) === mark) at += 1
  return at - start
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9
}
