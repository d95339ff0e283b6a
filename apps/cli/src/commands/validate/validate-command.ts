import { Command } from 'commander'
import { addSettings } from '@assay/command-kit'
import type { EvalTable } from '../../settings/eval-table.ts'
import type { RawOptions } from '../../settings/request.ts'

/** Options that matter only to a run. */
const OF_RUNS: ReadonlySet<string> = new Set(['resume', 'resumeRun', 'dryRun'])

const HELP = `Usage: assay validate [data...] [options of assay eval] [--offline]
check data, configuration and judges before a run costs anything

It takes the options of assay eval, all of them but --resume and --dry-run,
and reports for each part whether a run could use it:

  every file is read to its end: broken lines, repeated ids, missing fields
  the configuration, metrics, gates, prices and outputs are read
  each judge gets one tiny call, to prove address, key and model

Options:
  --offline   call no judge
  -h, --help  display help for command

Examples:
  assay validate rows.jsonl -m context-recall -j openai:gpt-5-mini
  assay validate -c assay.config.yaml --offline

Exit codes    0 a run can begin; 2 it cannot, and why
`

export function validateCommand(table: EvalTable, ended: (code: number) => void): Command {
  const command = new Command('validate')
    .description('check data, configuration and judges before a run costs anything')
    .exitOverride()
    .argument('[data...]', 'as for assay eval')
  addSettings(command, Object.fromEntries(Object.entries(table.settings).filter(([name]) => !OF_RUNS.has(name))))
  command
    .option('--offline', 'call no judge')
    .action(async (data: string[], { offline, ...raw }: RawOptions & { readonly offline?: boolean }) => {
      const { runValidate } = await import('./run-validate.ts')
      ended(await runValidate({ data, raw }, { offline }))
    })
  command.helpInformation = () => HELP
  return command
}
