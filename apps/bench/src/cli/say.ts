import { forTerminal, harmlessLine } from '@assay/reporters'

/** A sentence for the user, beside what is written. */
export function say(message: string): void {
  const lines = message.split('\n').map((line) => harmlessLine(forTerminal(line)))
  process.stderr.write(`assay-bench: ${lines.join('\n             ')}\n`)
}
