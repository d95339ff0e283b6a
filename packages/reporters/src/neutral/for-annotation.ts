import { forTerminal } from './for-terminal.ts'

/** Text of unknown origin for a message of a GitHub workflow command: it stays on its line and encodes nothing but itself. */
export function forAnnotation(text: string): string {
  return forTerminal(text).replaceAll('%', '%25')
}
