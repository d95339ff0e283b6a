import { Command, InvalidArgumentError, Option } from 'commander'
import type { RawEvalOptions } from './eval-options.ts'

const MORE = `
Metrics       context-recall, non-llm-context-recall, id-based-context-recall,
              id-based-context-precision, recall@5, precision@5, hit@5, mrr,
              ndcg@10, average-precision, ./metric.ts#name
Judges        openai:<model>, anthropic:<model>, ollama:<model>,
              azure:<deployment>, recorded:<file>, lexical (a screen without a
              model), ./judge.ts#name
Similarities  levenshtein, containment (for text chunked otherwise),
              token-overlap, jaccard, rouge-l-recall, chrf, tfidf-cosine,
              embedding:<provider>:<model>, ./similarity.ts#name, and more

Examples
  assay eval rows.jsonl -m id-based-context-recall
  assay eval rows.csv -m context-recall -j openai:gpt-5-mini -o report.json
  assay eval rows.jsonl -m recall@5 --column retrieved_context_ids=hits.ids
  assay eval run.txt --qrels qrels.txt -m ndcg@10

Exit codes    0 done, gates held; 1 a gate failed; 2 wrong usage or data,
              nothing scored; 3 rows left unscored, or stopped early;
              130 interrupted`

export function evalCommand(ended: (code: number) => void): Command {
  const command = new Command('eval')
    .description('score the rows of data files by one or more metrics')
    .exitOverride()
    .argument('[data...]', 'JSONL or CSV files, or one TREC run with --qrels')
    .option('-m, --metric <name>', 'a metric; repeatable', gathered)
    .option('-j, --judge <id>', 'who judges claims')
    .addOption(new Option('--grader <id>', 'the same as --judge').hideHelp())
    .option('-o, --output <file>', '.json .jsonl .csv .xml .md .html .txt, or -', gathered)
    .option('--column <field=column>', 'map a column, a.b reaches inside; repeatable', gathered)
    .option('--limit <n>', 'only the first n rows')
    .option('--group-by <column>', 'means by group, as metadata.topic; repeatable', gathered)
    .option('--fail-under <gate>', 'recall@5=0.8, x.lo=0.75, x@0.5=90%; repeatable', gathered)
    .option('--allow-unscored <n>', 'rows that may stay unscored, or cause:n', gathered)
    .option('--allow-screen', 'gates may rest on the lexical screen')
    .option('--csv-safe', 'make CSV cells harmless to spreadsheets')
    .option('--quiet', 'no report on the terminal')
    .optionsGroup('For context-recall:')
    .option('--strategy <name>', 'batched (default), per-claim, single-pass')
    .option('--votes <n>', 'odd number of verdicts, the majority counts')
    .option('--require-quote', 'a supported claim needs a quote from the contexts')
    .option('--no-grouping', 'too long contexts leave the row unscored')
    .option('--concurrency <n>', 'calls in flight at most (default 8)')
    .option('--max-retries <n>', 'tries after a failed call (default 4)')
    .option('--timeout <seconds>', 'for one request (default 600)')
    .option('--total-timeout <seconds>', 'for one call, repeated requests included')
    .option('--rpm <n>', 'requests per minute at most')
    .option('--tpm <n>', 'tokens per minute at most')
    .option('--repeat <n>', 'score each row n times, and show the spread')
    .option('--allow-partial', 'rows stand on their scored repeats')
    .option('--stop-after <n>', 'rows that may fail alike in a row (default 3)')
    .optionsGroup('Cost, and what is kept:')
    .option('--dry-run', 'say calls, tokens and cost, and ask nobody')
    .option('--budget-usd <n>', 'stop before more is spent')
    .addOption(new Option('--max-cost <n>', 'the same as --budget-usd').hideHelp())
    .option('--budget-tokens <n>', 'stop before more tokens are used')
    .option('--prices <file>', 'your own prices, as JSON')
    .option('--no-cache', 'neither use nor leave replies of other runs')
    .option('--resume', 'go on with the last unfinished run; --resume=ID')
    .addOption(new Option('--resume-run <id>').hideHelp())
    .optionsGroup('For non-llm-context-recall:')
    .option('--similarity <id>', 'how texts are compared (default levenshtein)')
    .option('--threshold <0…1>', 'what counts as found (default 0.5)')
    .option('--strict', 'only above the threshold, as in ragas')
    .option('--soft', 'no threshold: the mean of the best similarities')
    .option('--explain', 'name the best match of each reference context')
    .optionsGroup('For measures by ids:')
    .option('--relevance-level <n>', 'grade from which an id counts (default 1)')
    .option('--qrels <file>', 'judge a TREC run, averaged as trec_eval does')
    .option('--complete', 'with --qrels: queries not in the run count as 0')
    .addHelpText('after', MORE)
    .action(async (data: string[], raw: RawEvalOptions & { grader?: string; maxCost?: string }) => {
      const { runEval } = await import('./run-eval.ts')
      ended(await runEval(data, withAliases(raw)))
    })
  for (const option of command.options) if (option.required && option.parseArg === undefined) option.argParser(once)
  return command
}

function withAliases({ grader, maxCost, ...raw }: RawEvalOptions & { grader?: string; maxCost?: string }): RawEvalOptions {
  const judge = raw.judge ?? grader
  const budgetUsd = raw.budgetUsd ?? maxCost
  return { ...raw, ...(judge === undefined ? {} : { judge }), ...(budgetUsd === undefined ? {} : { budgetUsd }) }
}

/** Of two values for one option the last would win in silence. */
function once(value: string, before: string | undefined): string {
  if (before !== undefined) throw new InvalidArgumentError(`It was given before, as '${before}'. Give it once.`)
  return value
}

function gathered(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}
