import { Command, Option } from 'commander'
import { type RawEvalOptions, readEvalOptions } from './eval-options.ts'

const EXAMPLES = `
Metrics: context-recall, non-llm-context-recall, id-based-context-recall, id-based-context-precision, recall@5, precision@5,
         hit@5, mrr, ndcg@10, average-precision, average-precision-retrieved, or ./metric.ts#name
Judges:  openai:<model>, lexical (a screen that needs no model), or ./judge.ts#name
Similarities: levenshtein, containment (for text chunked otherwise), token-overlap, jaccard, dice-bigram, rouge-l-recall, rouge-l-f,
         chrf, bleu, tfidf-cosine, jaro, jaro-winkler, hamming, substring, exact, embedding:<provider>:<model>, or ./similarity.ts#name

Examples:
  assay eval rows.jsonl -m id-based-context-recall
  assay eval rows.csv -m context-recall -j openai:gpt-5-mini -o report.json
  assay eval rows.jsonl -m non-llm-context-recall --threshold 0.8 --column reference_contexts=gold.passages
  assay eval run.txt --qrels qrels.txt -m ndcg@10 -m recall@100

Exit codes: 0 done · 2 wrong usage or data, nothing scored · 3 rows left unscored, or stopped early · 130 interrupted`

export function evalCommand(ended: (code: number) => void): Command {
  return new Command('eval')
    .description('score the rows of data files by one or more metrics')
    .exitOverride()
    .argument('[data...]', 'JSONL or CSV files, or one TREC run with --qrels')
    .option('-m, --metric <name>', 'a metric; may be repeated', gathered, [])
    .option('-j, --judge <id>', 'who judges claims')
    .addOption(new Option('--grader <id>', 'the same as --judge').hideHelp())
    .option('-o, --output <file>', 'write results to a .json file, or - for JSON on stdout; may be repeated', gathered, [])
    .option('--column <field=column>', 'read a field from another column, a.b.c reaches into objects; may be repeated', gathered, [])
    .option('--similarity <id>', 'for non-llm-context-recall: how texts are compared (default levenshtein)')
    .option('--threshold <0…1>', 'for non-llm-context-recall: similarity that counts as found (default 0.5)')
    .option('--strict', 'for non-llm-context-recall: only a similarity above the threshold counts, as in ragas')
    .option('--soft', 'for non-llm-context-recall: no threshold, the mean of the best similarities')
    .option('--explain', 'for non-llm-context-recall: name the best match of each reference context in the results')
    .option('--strategy <name>', 'for context-recall: batched (default), per-claim or single-pass')
    .option('--votes <n>', 'for context-recall: verdicts of which the majority counts, an odd number (default 1)')
    .option('--require-quote', 'for context-recall: supported only with a quote that stands in the contexts')
    .option(
      '--no-grouping',
      'for context-recall: contexts too long for the judge’s window leave the row unscored (default: verified in groups)',
    )
    .option('--qrels <file>', 'the data file is a TREC run: judge it by these judgements, and average as trec_eval does')
    .option('--complete', 'with --qrels: judged queries that are missing in the run count as 0 (default: left out)')
    .option('--relevance-level <n>', 'for measures by ids: the grade from which an id is relevant (default 1)')
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
