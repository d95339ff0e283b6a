import { Command, Option } from 'commander'
import { numberFrom, repeated, wholeNumber } from '../correct/number-option.ts'
import { type RunOptions, strategies } from './run-options.ts'

const MORE = `
Judges    openai:<model>, anthropic:<model>, ollama:<model>, recorded:<file>,
          ./judge.ts#name, verdicts:<file>#<judge> (verdicts joined by item);
          the floors lexical and always-yes stand beside them in every table
Fixtures  one JSON object a line: { id, statement, contexts, label }, or
          { id, contexts, claims: [{ text, label }] }; label 1 = supported

Examples
  assay-bench --judge openai:gpt-5-mini --repeat 3 -o result.json
  assay-bench --judge ollama:qwen3:8b --fixtures mine.jsonl --dry-run
  assay-bench --judge verdicts:said.jsonl#gpt-4-0613 -o result.html

Exit codes  0 done; 2 wrong usage or data, or no model gave a verdict; 3 stopped
            early, or a model that gave no verdict; 130 interrupted`

export function runCommand(ended: (code: number) => void): Command {
  return new Command('run')
    .description('compare judges on labelled statements (the default command)')
    .option('-j, --judge <id>', 'a judge to measure; repeatable', repeated)
    .option('-f, --fixtures <file>', 'labelled JSONL; repeatable (default: the 400 shipped pairs)', repeated)
    .option('--strategy <name>', 'per-claim (default), batched; repeatable', strategies)
    .option('--repeat <n>', 'ask each question n times, and count flips', wholeNumber(1, 1000))
    .option('--order', 'also with contexts reversed and with distractors')
    .option('--injection', 'also the 30 cases of prompt injection')
    .option('--threshold-from <split>', 'learn thresholds on the items of a split')
    .option('--limit <n>', 'only the first n items', wholeNumber(1))
    .option('-o, --output <file>', '.json .md .html .txt, or - for JSON; repeatable', repeated)
    .option('--quiet', 'no table on the terminal')
    .optionsGroup('Calls, cost, and what is kept:')
    .option('--concurrency <n>', 'calls in flight at most (default 8)', wholeNumber(1, 10_000))
    .option('--rpm <n>', 'requests per minute at most', numberFrom(1))
    .option('--tpm <n>', 'tokens per minute at most', numberFrom(1))
    .option('--timeout <seconds>', 'for one request (default 600)', numberFrom(0.001))
    .option('--max-retries <n>', 'tries after a failed call (default 4)', wholeNumber(0, 100))
    .option('--dry-run', 'say calls, tokens and cost, and ask nobody')
    .option('--budget-usd <n>', 'stop before more is spent', numberFrom(0))
    .option('--prices <file>', 'your own prices, as JSON')
    .option('--no-cache', 'neither use nor leave replies of other runs')
    .option('--resume', 'go on with the last unfinished run; --resume=ID')
    .addOption(new Option('--resume-run <id>').hideHelp())
    .addHelpText('after', MORE)
    .action(async (options: RunOptions) => {
      const { runCommandLine } = await import('./run-command-line.ts')
      ended(await runCommandLine(options))
    })
}
