import { Command } from 'commander'
import { evalCommand } from './eval/eval-command.ts'
import { version } from './version.ts'

/** The commands and what they take. `ended` gets the exit code of the one that ran. */
export function createProgram(ended: (code: number) => void): Command {
  const program = new Command('assay')
    .description('Measures context recall: does retrieval bring back what the right answer needs?')
    .version(version(), '-V, --version')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'assay: ')) })
    .showHelpAfterError('Run with --help to see what there is.')

  return program.addCommand(evalCommand(ended).copyInheritedSettings(program))
}
