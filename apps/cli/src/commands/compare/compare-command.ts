import { addSettings } from '@assay/command-kit'
import { Command } from 'commander'
import { compareSettings } from './compare-settings.ts'

const MORE = `
Rows pair by id, or by what they ask where they have none. Interval and p are of
B - A over clusters; the interval holds 0 exactly where p is .05 or more.

Examples
  assay compare base.json new.json -o comparison.md -o changed-rows.csv
  assay compare base.jsonl new.jsonl --fail-if worse --fail-if drop=0.02

Exit codes    0 done, gates held; 1 a gate failed; 2 no comparison possible`

export function compareCommand(ended: (code: number) => void): Command {
  const command = new Command('compare')
    .description('show what changed between two reports of assay eval')
    .exitOverride()
    .argument('<A>', 'report to compare with, .json or .jsonl')
    .argument('<B>', 'report to look at')
    .addHelpText('after', MORE)
    .action(async (a: string, b: string, given: Record<string, unknown>) => {
      const { runCompare } = await import('./run-compare.ts')
      ended(await runCompare(a, b, given))
    })
  addSettings(command, compareSettings)
  return command
}
