import { AssayError } from '@assay/core'

/** What was asked for on the command line, checked. */
export type EvalOptions = {
  readonly data: readonly string[]
  readonly metrics: readonly string[]
  readonly judge: string | undefined
  readonly outputs: readonly string[]
  readonly columns: Readonly<Record<string, string>>
  readonly similarity: string | undefined
  readonly threshold: number | undefined
  readonly strict: boolean
  readonly soft: boolean
  readonly explain: boolean
  readonly strategy: string | undefined
  readonly votes: number | undefined
  readonly requireQuote: boolean
  /** `false` where it was turned off. */
  readonly grouping: boolean
  /** Judgements of the one data file, which is then a TREC run. */
  readonly qrels: string | undefined
  readonly complete: boolean
  readonly relevanceLevel: number | undefined
  readonly concurrency: number | undefined
  readonly maxRetries: number | undefined
  readonly timeoutSeconds: number | undefined
  readonly limit: number | undefined
  readonly allowUnscored: number
  readonly quiet: boolean
}

/** The options as commander hands them on: texts, or absent. */
export type RawEvalOptions = {
  readonly metric?: readonly string[]
  readonly judge?: string
  readonly output?: readonly string[]
  readonly column?: readonly string[]
  readonly similarity?: string
  readonly threshold?: string
  readonly strict?: boolean
  readonly soft?: boolean
  readonly explain?: boolean
  readonly strategy?: string
  readonly votes?: string
  readonly requireQuote?: boolean
  readonly grouping?: boolean
  readonly qrels?: string
  readonly complete?: boolean
  readonly relevanceLevel?: string
  readonly concurrency?: string
  readonly maxRetries?: string
  readonly timeout?: string
  readonly limit?: string
  readonly allowUnscored?: string
  readonly quiet?: boolean
}

/** @throws AssayError `config` naming the option, what was given and what is due. */
export function readEvalOptions(data: readonly string[], raw: RawEvalOptions): EvalOptions {
  if (data.length === 0) throw usage('Name a data file, as in: assay eval rows.jsonl -m id-based-context-recall')
  return {
    data,
    metrics: raw.metric ?? [],
    judge: raw.judge,
    outputs: raw.output ?? [],
    columns: Object.fromEntries((raw.column ?? []).map(columnOf)),
    similarity: raw.similarity,
    threshold: numberOf('--threshold', raw.threshold, { from: 0, to: 1 }),
    strict: raw.strict ?? false,
    soft: raw.soft ?? false,
    explain: raw.explain ?? false,
    strategy: raw.strategy,
    votes: numberOf('--votes', raw.votes, { from: 1, to: 99, whole: true }),
    requireQuote: raw.requireQuote ?? false,
    grouping: raw.grouping ?? true,
    qrels: raw.qrels,
    complete: raw.complete ?? false,
    relevanceLevel: numberOf('--relevance-level', raw.relevanceLevel, { from: 0, to: Number.MAX_SAFE_INTEGER }),
    concurrency: numberOf('--concurrency', raw.concurrency, { from: 1, to: 10_000, whole: true }),
    maxRetries: numberOf('--max-retries', raw.maxRetries, { from: 0, to: 100, whole: true }),
    timeoutSeconds: numberOf('--timeout', raw.timeout, { from: 0.001, to: 86_400 }),
    limit: numberOf('--limit', raw.limit, { from: 1, to: Number.MAX_SAFE_INTEGER, whole: true }),
    allowUnscored: numberOf('--allow-unscored', raw.allowUnscored, { from: 0, to: Number.MAX_SAFE_INTEGER, whole: true }) ?? 0,
    quiet: raw.quiet ?? false,
  }
}

function columnOf(text: string): [field: string, column: string] {
  const equals = text.indexOf('=')
  if (equals <= 0 || equals === text.length - 1) throw usage(`--column ${text}: expected field=column, as in reference=gold.answer`)
  return [text.slice(0, equals), text.slice(equals + 1)]
}

function numberOf(option: string, text: string | undefined, o: { from: number; to: number; whole?: boolean }): number | undefined {
  if (text === undefined) return undefined
  const value = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  const fits = value >= o.from && value <= o.to && (o.whole !== true || Number.isSafeInteger(value))
  if (fits) return value
  const range = o.to >= Number.MAX_SAFE_INTEGER ? `of at least ${o.from}` : `from ${o.from} to ${o.to}`
  throw usage(`${option} ${text}: expected a ${o.whole === true ? 'whole number' : 'number'} ${range}`)
}

function usage(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}
