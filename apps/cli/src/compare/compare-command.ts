import { Command } from 'commander'
import { gathered } from './gathered.ts'
import type { RawCompareOptions } from './run-compare.ts'

const MORE = `
Rows pair by id, or by what they ask where they have none. The interval and
p are of B - A over clusters.

Examples
  assay compare base.json new.json
  assay compare base.jsonl new.jsonl -m context-recall -o comparison.md
  assay compare base.json new.json --fail-if worse --fail-if drop=0.02

Exit codes    0 done, gates held; 1 a gate failed; 2 no comparison possible`

export function compareCommand(ended: (code: number) => void): Command {
  return new Command('compare')
    .description('show what changed between two reports of assay eval')
    .exitOverride()
    .argument('<A>', 'report to compare with, .json or .jsonl')
    .argument('<B>', 'report to look at')
    .option('-m, --metric <name>', 'only this metric; repeatable', gathered)
    .option('-o, --output <file>', '.json or .md, or - for JSON; repeatable', gathered)
    .option('--fail-if <gate>', 'worse, or drop=0.02; repeatable', gathered)
    .option('--allow-screen', 'gates may rest on the lexical screen')
    .addHelpText('after', MORE)
    .action(async (a: string, b: string, raw: RawCompareOptions) => {
      const { runCompare } = await import('./run-compare.ts')
      ended(await runCompare(a, b, raw))
    })
}
