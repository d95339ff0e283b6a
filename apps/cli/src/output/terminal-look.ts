import type { WriteStream } from 'node:tty'

/** The format of a report for its destination: 80 columns and no colour in a pipe; otherwise by `NO_COLOR` and the locale. */
export function terminalLook(stream: WriteStream): { width: number; color: boolean; unicode: boolean } {
  const isTerminal = stream.isTTY
  return {
    width: isTerminal ? Math.max(40, stream.columns) : 80,
    color: isTerminal && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb',
    unicode: process.env['TERM'] !== 'linux' && !isPlainLocale(),
  }
}

/** Whether the locale was set, and set to one without Unicode. */
function isPlainLocale(): boolean {
  const locale = process.env['LC_ALL'] || process.env['LC_CTYPE'] || process.env['LANG'] || ''
  return locale !== '' && !/utf-?8/i.test(locale)
}
