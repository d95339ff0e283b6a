import type { Command } from 'commander'

/** What stands together on the page. A line shows one option with its description, or several with a text for all. */
type Group = { readonly title: string; readonly lines: readonly (string | readonly [options: readonly string[], text: string])[] }

const GROUPS: readonly Group[] = [
  {
    title: 'Options',
    lines: [
      'metric',
      'judge',
      'output',
      'config',
      'trust-config',
      'column',
      [['format', 'delimiter'], 'of the data files; what splits CSV'],
      'limit',
      'group-by',
      [['csv-columns', 'csv-safe'], 'fields beside the scores; harmless cells'],
      'quiet',
    ],
  },
  { title: 'Gates', lines: ['fail-under', 'allow-unscored', 'allow-screen'] },
  {
    title: 'For context-recall',
    lines: ['strategy', 'votes', 'require-quote', 'no-grouping', 'max-output-tokens'],
  },
  {
    title: 'For promptfoo configurations',
    lines: [[['generate', 'allow-skipped'], 'ask targets in any case; checks may be skipped'], 'outputs'],
  },
  {
    title: 'For non-llm-context-recall and measures by ids',
    lines: [
      'similarity',
      'threshold',
      [['strict', 'soft'], 'only above the threshold; no threshold: the mean'],
      'explain',
      'relevance-level',
      [['qrels', 'complete'], 'judge a TREC run; queries not in it count as 0'],
    ],
  },
  {
    title: 'Calls, cost, and what is kept',
    lines: [
      'concurrency',
      [['rpm', 'tpm'], 'requests, tokens per minute at most'],
      'max-retries',
      [['timeout', 'total-timeout'], 'for one request, for one call'],
      'stop-after',
      [['repeat', 'allow-partial'], 'score rows n times; also on scored repeats'],
      'dry-run',
      [['budget-usd', 'budget-tokens'], 'stop before more is used'],
      'prices',
      [['no-cache', 'cache-ttl'], 'no replies of other runs, none older than'],
      'resume',
    ],
  },
]

const EXAMPLES = `Examples:
  assay eval rows.jsonl -m id-based-context-recall
  assay eval rows.csv -m context-recall -j openai:gpt-5-mini -o report.json
  assay eval run.txt --qrels qrels.txt -m ndcg@10
  assay eval -c promptfooconfig.yaml

Metrics  context-recall, non-llm-context-recall, id-based-context-recall,
         recall@5, ndcg@10, mrr, …, ./metric.ts#name
Judges   openai:<model>, anthropic:<model>, ollama:<model>, azure:<deployment>,
         recorded:<file>, lexical (a screen, no model), ./judge.ts#name
Exit     0 done, gates held; 1 a gate failed; 2 wrong usage or data; 3 rows
         left unscored, checks skipped, or stopped early; 130 interrupted`

/** Flags are padded to the same column; longer ones push their text aside. */
const FLAGS_WIDTH = 26

/** One screen: more options than that have their place in groups, and some share a line. */
export function evalHelp(command: Command): string {
  const byName = new Map(command.options.map((option) => [option.long?.slice(2) ?? '', option]))
  const lineOf = (line: Group['lines'][number]): string => {
    const [names, text] = typeof line === 'string' ? [[line], byName.get(line)?.description ?? ''] : line
    const flags = names.map((name) => byName.get(name)?.flags ?? name).join(' ')
    return `  ${flags.padEnd(FLAGS_WIDTH)}  ${text}`
  }
  const groups = GROUPS.map(({ title, lines }) => `${title}:\n${lines.map(lineOf).join('\n')}\n`)
  return `Usage: assay eval [data...] [options]\n${command.description()}\n\n${groups.join('')}\n${EXAMPLES}\n`
}
