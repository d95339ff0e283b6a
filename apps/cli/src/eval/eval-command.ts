import { Command, InvalidArgumentError, Option } from 'commander'
import { type RawEvalOptions, readEvalOptions } from './eval-options.ts'

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

Exit codes    0 done; 2 wrong usage or data, nothing scored; 3 rows left
              unscored, or stopped early; 130 interrupted`

export function evalCommand(ended: (code: number) => void): Command {
  const command = new Command('eval')
    .description('score the rows of data files by one or more metrics')
    .exitOverride()
    .argument('[data...]', 'JSONL or CSV files, or one TREC run with --qrels')
    .option('-m, --metric <name>', 'a metric; repeatable', gathered)
    .option('-j, --judge <id>', 'who judges claims')
    .addOption(new Option('--grader <id>', 'the same as --judge').hideHelp())
    .option('-o, --output <file>', 'a .json file, or - for stdout; repeatable', gathered)
    .option('--column <field=column>', 'map a column, a.b reaches inside; repeatable', gathered)
    .option('--limit <n>', 'only the first n rows')
    .option('--allow-unscored <n>', 'rows that may stay unscored (default 0)')
    .option('--quiet', 'no report on the terminal')
    .optionsGroup('For context-recall:')
    .option('--strategy <name>', 'batched (default), per-claim, single-pass')
    .option('--votes <n>', 'odd number of verdicts, the majority counts')
    .option('--require-quote', 'a supported claim needs a quote from the contexts')
    .option('--no-grouping', 'too long contexts leave the row unscored')
    .option('--concurrency <n>', 'scores in flight at most (default 8)')
    .option('--max-retries <n>', 'tries after a failed call (default 4)')
    .option('--timeout <seconds>', 'for one call (default 600)')
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
    .action(async (data: string[], raw: RawEvalOptions & { grader?: string }) => {
      const judge = raw.judge ?? raw.grader
      const options = readEvalOptions(data, judge === undefined ? raw : { ...raw, judge })
      const { runEval } = await import('./run-eval.ts')
      ended(await runEval(options))
    })
  for (const option of command.options) if (option.required && option.parseArg === undefined) option.argParser(once)
  return command
}

/** Of two values for one option the last would win in silence. */
function once(value: string, before: string | undefined): string {
  if (before !== undefined) throw new InvalidArgumentError(`It was given before, as '${before}'. Give it once.`)
  return value
}

function gathered(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}
