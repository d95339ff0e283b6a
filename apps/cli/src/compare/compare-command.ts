import { Command } from 'commander'
import { gathered } from './gathered.ts'
import type { RawCompareOptions } from './run-compare.ts'

const MORE = `
Rows pair by id, or by what they ask where they have none. Interval and p are of
B - A over clusters; the interval holds 0 exactly where p is .05 or more.

Examples
  assay compare base.json new.json -o comparison.md -o changed-rows.csv
  assay compare base.jsonl new.jsonl --fail-if worse --fail-if drop=0.02

Exit codes    0 done, gates held; 1 a gate failed; 2 no comparison possible`

export function compareCommand(ended: (code: number) => void): Command {
  return new Command('compare')
    .description('show what changed between two reports of assay eval')
    .exitOverride()
    .argument('<A>', 'report to compare with, .json or .jsonl')
    .argument('<B>', 'report to look at')
    .option('-m, --metric <name>', 'only this metric; repeatable', gathered)
    .option('-o, --output <file>', '.json, .csv or .md, or - for JSON; repeatable', gathered)
    .option('--fail-if <gate>', 'worse, worse=0.02 or drop=0.02; repeatable', gathered)
    .option('--allow-screen', 'gates may rest on the lexical screen')
    .option('--csv-safe', 'make CSV cells harmless to spreadsheets')
    .addHelpText('after', MORE)
    .action(async (a: string, b: string, raw: RawCompareOptions) => {
      const { runCompare } = await import('./run-compare.ts')
      ended(await runCompare(a, b, raw))
    })
}
