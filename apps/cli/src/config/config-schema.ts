import * as z from 'zod'

/*
 * What an `assay.config.yaml` or `.json` may hold. The JSON Schema for editors is made from this, so that every option says what it
 * is here.
 */

const names = (what: string) => z.union([z.string().min(1), z.array(z.string().min(1))]).describe(what)
const whole = (from: number, to = Number.MAX_SAFE_INTEGER) => z.int().min(from).max(to)
const share = z.number().min(0).max(1)
/** A number, or `${NAME}` of an environment variable that holds one. */
const cost = z.union([
  z.number().min(0),
  z.string().regex(/^\$\{\w+\}$/, 'a number of at least 0, or ${NAME} of an environment variable that holds one,'),
])

const judgeOptions = z
  .strictObject({
    id: z.string().min(1).optional().describe('As in openai:gpt-5-mini. Or provider and model apart.'),
    provider: z.string().min(1).optional(),
    model: z.string().min(1).optional(),
    baseURL: z.string().min(1).optional().describe('Where the server is. ${NAME} stands for an environment variable.'),
    apiKey: z.union([z.string(), z.null()]).optional().describe('${NAME} of an environment variable; null sends none.'),
    headers: z.record(z.string(), z.string()).optional().describe('Sent with each request. ${NAME} stands for an environment variable.'),
    apiVersion: z.string().optional().describe('Azure only.'),
    temperature: z.number().min(0).optional(),
    seed: z.int().optional(),
    maxOutputTokens: whole(1).optional(),
    reasoningEffort: z.string().optional().describe('OpenAI only.'),
    thinking: z.record(z.string(), z.unknown()).optional().describe('Anthropic only.'),
    api: z.enum(['chat', 'responses']).optional().describe('OpenAI only.'),
    numCtx: z
      .union([z.int(), z.literal('auto')])
      .optional()
      .describe('Ollama only.'),
    keepAlive: z.union([z.string(), z.number()]).optional().describe('Ollama only.'),
    think: z.union([z.boolean(), z.string()]).optional().describe('Ollama only.'),
    options: z.record(z.string(), z.unknown()).optional().describe('Ollama only.'),
    extraBody: z.record(z.string(), z.unknown()).optional().describe('Other fields of the request body.'),
    capabilities: z.record(z.string(), z.unknown()).optional().describe('What the model takes, where its name does not tell.'),
  })
  .describe('A judge with its server and parameters.')

const judge = z.union([z.string().min(1), judgeOptions]).describe('Who judges claims, as in openai:gpt-5-mini, or lexical.')

/** A metric within another one. */
type Part = string | { readonly type: string; readonly [option: string]: unknown }
const part: z.ZodType<Part> = z.lazy(() => z.union([z.string().min(1), metricOptions]))

const metricOptions = z
  .strictObject({
    type: z.string().min(1).describe('As in context-recall, or recall@5.'),
    name: z.string().min(1).optional().describe('To tell two of a kind apart.'),
    judge: judge.optional(),
    strategy: z.enum(['batched', 'per-claim', 'single-pass']).optional(),
    claims: z.enum(['llm', 'sentences']).optional(),
    votes: whole(1, 99).optional(),
    requireQuote: z.boolean().optional(),
    minQuote: whole(1).optional(),
    grouping: z.boolean().optional(),
    similarity: z.string().min(1).optional(),
    threshold: share.optional(),
    strict: z.boolean().optional(),
    soft: z.boolean().optional(),
    explain: z.boolean().optional(),
    distinct: z.boolean().optional(),
    normalize: z.boolean().optional(),
    k: whole(1).optional(),
    of: z
      .union([
        z.enum(['relevant', 'retrieved']),
        z.array(z.union([z.strictObject({ metric: part, weight: z.number().positive() }), part])).min(1),
      ])
      .optional()
      .describe('What average-precision divides by; or the metrics of first-scored; or those of weighted-mean with their weights.'),
    recall: part.optional().describe('Of f-beta.'),
    precision: part.optional().describe('Of f-beta.'),
    beta: z.number().positive().optional(),
    relevanceLevel: z.number().positive().optional(),
    emptyReference: z.enum(['unscored', 'zero']).optional(),
  })
  .describe('A metric with its options.')

const tokenPrices = { input: cost, cachedRead: cost.nullable().optional(), cacheWrite: cost.nullable().optional(), output: cost }
const price = z
  .strictObject({
    provider: z.string().min(1),
    model: z.string().min(1),
    ...tokenPrices,
    batch: cost.nullable().optional(),
    over: z.strictObject({ promptTokens: whole(1), ...tokenPrices }).optional(),
    source: z.string().optional(),
    date: z.string().optional(),
  })
  .describe('US dollars for a million tokens.')

export const configSchema = z
  .strictObject({
    $schema: z.string().optional().describe('Where this schema is, for editors.'),
    data: names('Data files, or one TREC run with qrels.').optional(),
    format: z
      .enum(['jsonl', 'json', 'csv', 'tsv', 'yaml', 'parquet'])
      .optional()
      .describe('Of all data files, whatever their names end in.'),
    delimiter: z
      .string()
      .min(1)
      .optional()
      .describe('Of CSV files, where it does not show in their first line: one character, or tab, comma, semicolon, pipe.'),
    columns: z.record(z.string(), z.string().min(1)).optional().describe('Fields to columns, as in reference: gold.answer'),
    judge: judge.optional(),
    metrics: z
      .array(z.union([z.string().min(1), metricOptions]))
      .optional()
      .describe('Names, or objects with a type and options.'),
    output: names('Files, whose endings name the format; - is JSON on stdout.').optional(),
    gates: names('As in context_recall=0.8, context_recall.lo=0.75, context_recall@0.5=90%').optional(),
    groupBy: names('Columns of the data, or file, by whose values means are shown apart, as in metadata.topic').optional(),
    concurrency: whole(1, 10_000).optional().describe('Scores in flight at most (default 8).'),
    rpm: z.number().min(1).optional().describe('Requests a minute at most, for each model.'),
    tpm: z.number().min(1).optional().describe('Tokens a minute at most, for each model.'),
    maxRetries: whole(0, 100).optional().describe('Tries after a failed call (default 4).'),
    timeout: z.number().min(0.001).max(86_400).optional().describe('Seconds for one call (default 600).'),
    totalTimeout: z.number().min(0.001).max(86_400).optional().describe('Seconds for one call, repeated requests included.'),
    stopAfter: whole(1).optional().describe('Rows that may fail alike in a row (default 3).'),
    maxOutputTokens: whole(1).optional().describe('For each reply of a model.'),
    budgetUsd: cost.optional().describe('The run ends before it costs more US dollars.'),
    budgetTokens: whole(0).optional().describe('The run ends before it takes more tokens.'),
    prices: z
      .union([z.string().min(1), z.array(price)])
      .optional()
      .describe('Prices of models, or a JSON file of them.'),
    repeat: whole(1, 1_000).optional().describe('How often each row is judged.'),
    allowUnscored: z
      .union([whole(0), z.string().min(1), z.array(z.union([whole(0), z.string().min(1)]))])
      .optional()
      .describe('Rows that may stay unscored (default 0), or cause:N.'),
    allowPartial: z.boolean().optional(),
    allowScreen: z.boolean().optional(),
    cache: z.boolean().optional().describe('false leaves the store of replies alone.'),
    limit: whole(1).optional().describe('Only the first rows.'),
    quiet: z.boolean().optional(),
    csvColumns: names('What of each row stands beside its scores in CSV, as in user_input or metadata.topic').optional(),
    csvSafe: z.boolean().optional(),
    generate: z.boolean().optional().describe('For promptfoo configurations: ask the target although no assertion needs it.'),
    strategy: z.enum(['batched', 'per-claim', 'single-pass']).optional().describe('For context-recall named without options.'),
    votes: whole(1, 99).optional(),
    requireQuote: z.boolean().optional(),
    grouping: z.boolean().optional(),
    similarity: z.string().min(1).optional().describe('For non-llm-context-recall named without options.'),
    threshold: share.optional(),
    strict: z.boolean().optional(),
    soft: z.boolean().optional(),
    explain: z.boolean().optional(),
    qrels: z.string().min(1).optional(),
    complete: z.boolean().optional(),
    relevanceLevel: z.number().positive().optional(),
  })
  .describe('Configuration of the assay command.')

export type FileConfig = z.infer<typeof configSchema>
export type MetricOptions = z.infer<typeof metricOptions>

/** The names of options at a path, for hints. */
export function optionNamesAt(path: readonly (string | number)[]): readonly string[] {
  if (path.length === 0) return Object.keys(configSchema.shape)
  if (path.at(-1) === 'judge') return Object.keys(judgeOptions.shape)
  if (path.length === 2 && path[0] === 'metrics') return Object.keys(metricOptions.shape)
  if (path[0] === 'prices') return Object.keys(path.at(-1) === 'over' ? { promptTokens: 0, ...tokenPrices } : price.shape)
  return []
}
