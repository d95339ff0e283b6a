import { forTerminal, harmlessLine } from '@assay/reporters'

/** Prints a message for the user on stderr. Further lines are indented under the first. */
export function sayAs(command: string, message: string): void {
  const lines = message.split('\n').map((line) => harmlessLine(forTerminal(line)))
  process.stderr.write(`${command}: ${lines.join(`\n${' '.repeat(command.length + 2)}`)}\n`)
}
