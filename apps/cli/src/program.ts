import { resolve } from 'node:path'
import { catalog } from '@assay/catalog'
import { Command } from 'commander'
import { compareCommand } from './commands/compare/compare-command.ts'
import { completionCommand } from './commands/completion/completion-command.ts'
import { configCommand } from './commands/config/config-command.ts'
import { importCommand } from './commands/config/import-command.ts'
import { evalCommand } from './commands/eval/eval-command.ts'
import { initCommand } from './commands/init/init-command.ts'
import { judgesCommand } from './commands/judges/judges-command.ts'
import { storeCommand } from './commands/store/store-command.ts'
import { evalTable } from './settings/eval-table.ts'
import { registeredByFlags } from './settings/registered-by-flags.ts'
import { validateCommand } from './commands/validate/validate-command.ts'
import { packageVersion } from './package-version.ts'

const EXAMPLES = `
Examples
  assay init
  assay eval rows.jsonl -m context-recall -j openai:gpt-5-mini -o report.html
  assay compare before.json after.json
  assay eval --help`

/**
 * The commands and their options. `ended` gets the exit code of the one that ran.
 * @throws AssayError `config` for a file named by `--register` that registers nothing.
 */
export async function createProgram(ended: (code: number) => void, args: readonly string[] = []): Promise<Command> {
  for (const path of registeredByFlags(args)) await catalog.registerFrom(resolve(path))
  const table = await evalTable(catalog)
  const program = new Command('assay')
    .description('Measures context recall: does retrieval bring back what the right answer needs?')
    .version(packageVersion, '-V, --version')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'assay: ')) })
    .addHelpText('after', EXAMPLES)
    .showHelpAfterError('Run with --help to see what there is.')

  const commands = [
    evalCommand(table, ended, args),
    compareCommand(ended),
    completionCommand(table, ended),
    configCommand(table, ended),
    importCommand(ended),
    initCommand(ended),
    judgesCommand(catalog, ended),
    storeCommand(ended),
    validateCommand(table, ended),
  ]
  for (const command of commands) program.addCommand(inheriting(command, program))
  return program
}

/** Errors look the same at every depth. */
function inheriting(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent)
  for (const inner of command.commands) inheriting(inner, command)
  return command
}
