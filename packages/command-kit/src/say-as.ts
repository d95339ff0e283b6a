import { forTerminal, harmlessLine } from '@assay/reporters'

/** Tells the user something on stderr, beside what is written where. Further lines stand under the first. */
export function sayAs(command: string, message: string): void {
  const lines = message.split('\n').map((line) => harmlessLine(forTerminal(line)))
  process.stderr.write(`${command}: ${lines.join(`\n${' '.repeat(command.length + 2)}`)}\n`)
}
