import { Command } from 'commander'
import { correctCommand } from '../correct/correct-command.ts'
import { labelCommand } from '../correct/label-command.ts'
import { providersCommand } from '../providers/providers-command.ts'
import { similaritiesCommand } from '../similarities/similarities-command.ts'
import { runCommand } from './run-command.ts'

/** The commands of `assay-bench`. `ended` gets the exit code of a benchmark. */
export function createProgram(ended: (code: number) => void): Command {
  const program = new Command('assay-bench')
    .description('Which judge can you trust? Compares judges with labels by people.')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'assay-bench: ')) })
    .showHelpAfterError('Run with --help to see all options.')
  program.addCommand(inheriting(runCommand(ended), program), { isDefault: true })
  for (const command of [labelCommand(), correctCommand(ended), providersCommand(ended), similaritiesCommand(ended)])
    program.addCommand(inheriting(command, program))
  return program
}

/** Makes errors look the same in every command. */
function inheriting(command: Command, parent: Command): Command {
  return command.copyInheritedSettings(parent)
}
