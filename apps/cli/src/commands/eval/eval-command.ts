import { addSettings } from '@assay/command-kit'
import { Command } from 'commander'
import type { EvalTable } from '../../settings/eval-table.ts'
import type { RawOptions } from '../../settings/request.ts'
import { evalHelp } from './eval-help.ts'

/** `args`: the whole command line, for the words after `--help`. */
export function evalCommand(table: EvalTable, ended: (code: number) => void, args: readonly string[] = []): Command {
  const command = new Command('eval')
    .description('score the rows of data files by one or more metrics')
    .exitOverride()
    .argument('[data...]', 'data files, patterns of them, or - for the standard input')
    .action(async (data: string[], raw: RawOptions) => {
      const { runEval } = await import('../../run/run-eval.ts')
      ended(await runEval(data, raw))
    })
  addSettings(command, table.settings)
  command.helpInformation = () => evalHelp(table, /^(?:-h|--help)$/.test(args.at(-2) ?? '') && args.at(-1) === 'all' ? 'all' : 'common')
  return command
}
