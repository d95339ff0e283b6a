import { Command, Option } from 'commander'
import { type RawEvalOptions, readEvalOptions } from './eval-options.ts'

const EXAMPLES = `
Metrics: context-recall, non-llm-context-recall, id-based-context-recall, or ./metric.ts#name
Judges:  openai:<model>, lexical (a screen that needs no model), or ./judge.ts#name

Examples:
  assay eval rows.jsonl -m id-based-context-recall
  assay eval rows.csv -m context-recall -j openai:gpt-5-mini -o report.json
  assay eval rows.jsonl -m non-llm-context-recall --threshold 0.8 --column reference_contexts=gold.passages

Exit codes: 0 done · 2 wrong usage or data, nothing scored · 3 rows left unscored, or stopped early · 130 interrupted`

export function evalCommand(ended: (code: number) => void): Command {
  return new Command('eval')
    .description('score the rows of data files by one or more metrics')
    .exitOverride()
    .argument('[data...]', 'JSONL or CSV files')
    .option('-m, --metric <name>', 'a metric; may be repeated', gathered, [])
    .option('-j, --judge <id>', 'who judges claims')
    .addOption(new Option('--grader <id>', 'the same as --judge').hideHelp())
    .option('-o, --output <file>', 'write results to a .json file, or - for JSON on stdout; may be repeated', gathered, [])
    .option('--column <field=column>', 'read a field from another column, a.b.c reaches into objects; may be repeated', gathered, [])
    .option('--similarity <id>', 'for non-llm-context-recall: levenshtein, or ./similarity.ts#name')
    .option('--threshold <0…1>', 'for non-llm-context-recall: similarity that counts as found (default 0.5)')
    .option('--require-quote', 'for context-recall: supported only with a quote that stands in the contexts')
    .option('--concurrency <n>', 'scores in flight at most (default 8)')
    .option('--max-retries <n>', 'tries after a failed call (default 4)')
    .option('--timeout <seconds>', 'for one call (default 600)')
    .option('--limit <n>', 'only the first n rows')
    .option('--allow-unscored <n>', 'rows that may stay unscored (default 0)')
    .option('--quiet', 'no report on the terminal')
    .addHelpText('after', EXAMPLES)
    .action(async (data: string[], raw: RawEvalOptions & { grader?: string }) => {
      const judge = raw.judge ?? raw.grader
      const options = readEvalOptions(data, judge === undefined ? raw : { ...raw, judge })
      const { runEval } = await import('./run-eval.ts')
      ended(await runEval(options))
    })
}

function gathered(value: string, before: readonly string[]): string[] {
  return [...before, value]
}
