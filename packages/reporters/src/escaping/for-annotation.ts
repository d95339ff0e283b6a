import { forTerminal } from './for-terminal.ts'

/** Escapes untrusted text for the message of a GitHub workflow command: it stays on one line and cannot add properties. */
export function forAnnotation(text: string): string {
  return forTerminal(text).replaceAll('%', '%25')
}
