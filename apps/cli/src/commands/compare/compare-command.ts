import { addSettings } from '@assay/command-kit'
import { Command } from 'commander'
import { compareSettings } from './compare-settings.ts'

const MORE = `
Of two reports: what changed from the first. Of three to fifty: all pairs at
once, with letters. An interval holds 0 exactly where p is .05 or more.

Examples
  assay compare base.jsonl new.jsonl --fail-if worse --fail-if drop=0.02
  assay compare bm25.json dense.json hybrid.json -o comparison.md

Exit codes    0 done, gates held; 1 a gate failed; 2 no comparison possible`

export function compareCommand(ended: (code: number) => void): Command {
  const command = new Command('compare')
    .description('show what differs between reports of assay eval, .json or .jsonl')
    .exitOverride()
    .argument('<reports...>')
    .addHelpText('after', MORE)
    .action(async (reports: string[], given: Record<string, unknown>) => {
      const { runCompare } = await import('./run-compare.ts')
      ended(await runCompare(reports, given))
    })
  addSettings(command, compareSettings)
  return command
}
