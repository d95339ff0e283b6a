import { Command } from 'commander'
import type { RawInitOptions } from './run-init.ts'

const MORE = `
On a terminal it asks for missing options. What it writes runs at once, without
a key if the judge is lexical (a screen that needs no model).

Examples
  assay init
  assay init demo --yes
  assay init --metric context-recall --judge openai:gpt-5-mini --format ts --yes`

export function initCommand(ended: (code: number) => void): Command {
  return new Command('init')
    .description('write a configuration and sample rows that run at once')
    .exitOverride()
    .argument('[folder]', 'where to', '.')
    .option('-m, --metric <name>', 'the metric (default context-recall)')
    .option('-j, --judge <id>', 'the judge of claims (default lexical)')
    .option('--rows <form>', 'of the sample rows: jsonl (default), csv, json')
    .option('--format <form>', 'of the configuration: yaml (default), json, ts')
    .option('--yes', 'ask nothing, and take the defaults')
    .option('--force', 'write over files that are there')
    .addHelpText('after', MORE)
    .action(async (folder: string, raw: RawInitOptions) => {
      const { runInit } = await import('./run-init.ts')
      ended(await runInit(folder, raw))
    })
}
