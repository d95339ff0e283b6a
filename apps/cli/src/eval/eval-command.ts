import { sayAs } from '@assay/command-kit'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { RawEvalOptions } from './asked/eval-options.ts'
import { evalHelp } from './eval-help.ts'

/** The options as commander gives them, some under a second name. */
export type GivenOptions = RawEvalOptions & { readonly grader?: string; readonly maxCost?: string }

export function evalCommand(ended: (code: number) => void): Command {
  const command = new Command('eval')
    .description('score the rows of data files by one or more metrics')
    .exitOverride()
    .argument('[data...]', 'data files, patterns of them, or - for the standard input')
    .option('-m, --metric <name>', 'a metric; repeatable', gathered)
    .option('-j, --judge <id>', 'who judges claims, whatever the configuration says')
    .addOption(new Option('--grader <id>', 'the same as --judge').hideHelp())
    .option('-o, --output <file>', '.json .jsonl .csv .xml .md .html .txt, or -', gathered)
    .option('-c, --config <file>', 'a configuration, ours or of promptfoo')
    .option('--trust-config', 'let it name code, keys and paths elsewhere')
    .option('--column <field=column>', 'map a column, a.b reaches inside; repeatable', gathered)
    .option('--format <name>', 'jsonl, json, csv, tsv, yaml or parquet')
    .option('--delimiter <char>', 'what separates the cells of CSV')
    .option('--limit <n>', 'only the first n rows')
    .option('--qrels <file>', 'judge a TREC run, averaged as trec_eval does')
    .option('--complete', 'with --qrels: queries not in the run count as 0')
    .option('--fail-under <gate>', 'recall@5=0.8, x.lo=0.75, x@0.5=90%; repeatable', gathered)
    .option('--allow-unscored <n>', 'rows that may stay unscored, or cause:n', gathered)
    .option('--allow-screen', 'gates may rest on the lexical screen')
    .option('--allow-skipped', 'of promptfoo: assertions may be skipped')
    .option('--group-by <column>', 'means by a column, or by file; repeatable', gathered)
    .option('--csv-columns <names>', 'user_input,metadata.topic: beside the scores')
    .option('--csv-safe', 'make CSV cells harmless to spreadsheets')
    .option('--quiet', 'no report on the terminal')
    .option('--strategy <name>', 'batched (default), per-claim, single-pass')
    .option('--votes <n>', 'odd number of verdicts, the majority counts')
    .option('--require-quote', 'a supported claim needs a quote from the contexts')
    // Before its opposite, or Commander takes it for given.
    .addOption(new Option('--grouping', BACK).hideHelp())
    .option('--no-grouping', 'too long contexts leave the row unscored')
    .option('--max-output-tokens <n>', 'for each reply of a model')
    .option('--generate', 'of promptfoo: ask the target in any case')
    .option('--outputs <file>', 'judge the outputs of a finished run: results.json')
    .option('--similarity <id>', 'how texts are compared (default levenshtein)')
    .option('--threshold <0…1>', 'what counts as found (default 0.5)')
    .option('--strict', 'only above the threshold, as in ragas')
    .option('--soft', 'no threshold: the mean of the best similarities')
    .option('--explain', 'name the best match of each reference context')
    .option('--relevance-level <n>', 'grade from which an id counts (default 1)')
    .option('--concurrency <n>', 'calls in flight at most (default 8)')
    .option('--rpm <n>', 'requests per minute at most')
    .option('--tpm <n>', 'tokens per minute at most')
    .option('--max-retries <n>', 'tries after a failed call (default 4)')
    .option('--timeout <seconds>', 'for one request (default 600)')
    .option('--total-timeout <seconds>', 'for one call, repeated requests included')
    .option('--stop-after <n>', 'rows that may fail alike in a row (default 3)')
    .option('--repeat <n>', 'score each row n times, and show the spread')
    .option('--allow-partial', 'rows stand on their scored repeats')
    .option('--dry-run', 'say calls, tokens and cost, and ask nobody')
    .option('--budget-usd <n>', 'stop before more is spent')
    .addOption(new Option('--max-cost <n>', 'the same as --budget-usd').hideHelp())
    .option('--budget-tokens <n>', 'stop before more tokens are used')
    .option('--prices <file>', 'your own prices, as JSON')
    .addOption(new Option('--cache', BACK).hideHelp())
    .option('--no-cache', 'neither use nor leave replies of other runs')
    .option('--cache-ttl <age>', 'use no reply of another run older than 30d, 12h')
    .addOption(new Option('--threads <n>').argParser(warnOfThreads).hideHelp())
    .option('--resume', 'go on with the last unfinished run; --resume=ID')
    .addOption(new Option('--resume-run <id>').hideHelp())
    .action(async (data: string[], given: GivenOptions) => {
      const { runEval } = await import('./run-eval.ts')
      ended(await runEval(data, withAliases(given)))
    })
  for (const flag of FLAGS_OF_FILES) command.addOption(new Option(flag, BACK).hideHelp())
  command.helpInformation = () => evalHelp(command)
  for (const option of command.options) if (option.required && option.parseArg === undefined) option.argParser(once)
  return command
}

const BACK = 'the other way than in the configuration'
/** What a configuration switches on, one run can switch off. */
const FLAGS_OF_FILES = [
  '--no-complete',
  '--no-allow-screen',
  '--no-csv-safe',
  '--no-quiet',
  '--no-require-quote',
  '--no-generate',
  '--no-strict',
  '--no-soft',
  '--no-explain',
  '--no-allow-partial',
]

export function withAliases({ grader, maxCost, ...raw }: GivenOptions): RawEvalOptions {
  const judge = raw.judge ?? grader
  const budgetUsd = raw.budgetUsd ?? maxCost
  return { ...raw, ...(judge === undefined ? {} : { judge }), ...(budgetUsd === undefined ? {} : { budgetUsd }) }
}

/** Accepted for one release, so that command lines of before still run. */
function warnOfThreads(): undefined {
  sayAs('assay', 'warning: --threads has no effect any more: rows are scored in one thread. Leave it out.')
}

/** Of two values for one option the last would win in silence. */
function once(value: string, before: string | undefined): string {
  if (before !== undefined) throw new InvalidArgumentError(`It was given before, as '${before}'. Give it once.`)
  return value
}

function gathered(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}
