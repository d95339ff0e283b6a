import { forTerminal } from './for-terminal.ts'

/**
 * Renders untrusted text as a Markdown code span. Only there is nothing read as a link, an image, a mention, an issue reference, HTML or
 * emphasis. Invisible characters are shown as escapes. With `cell`, `|` is escaped, too: it would end a table cell even in a code span.
 */
export function forMarkdown(text: string, { cell = false } = {}): string {
  const shown = cell ? forTerminal(text).replaceAll('|', '\\x7c') : forTerminal(text)
  if (shown.trim() === '') return '` `'
  const longest = (shown.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  const fence = '`'.repeat(longest + 1)
  const pad = /^[ `]|[ `]$/.test(shown) ? ' ' : ''
  return fence + pad + shown + pad + fence
}
