import { forTerminal } from './for-terminal.ts'

/**
 * Text of unknown origin as a Markdown code span, the one place where nothing is a link, an image, a mention, a reference to an
 * issue, HTML or emphasis, also after Markdown. What is invisible is shown as escapes. With `cell`, so is `|`, which would end a cell of a
 * table even in a code span.
 */
export function forMarkdown(text: string, { cell = false } = {}): string {
  const shown = cell ? forTerminal(text).replaceAll('|', '\\x7c') : forTerminal(text)
  if (shown.trim() === '') return '` `'
  const longest = (shown.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  const fence = '`'.repeat(longest + 1)
  const pad = /^[ `]|[ `]$/.test(shown) ? ' ' : ''
  return fence + pad + shown + pad + fence
}
