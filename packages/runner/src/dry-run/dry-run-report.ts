/** What a run would ask of one judge for one metric. */
export type DryRunLine = {
  readonly metric: string
  /** `null` on the line of a metric that asks nobody. */
  readonly model: { readonly provider: string; readonly modelId: string } | null
  /** Rows that need a reply of it. */
  readonly rows: number
  readonly calls: number
  /** Replies that are there already: in the store, or asked for earlier in the same run. Not among `calls`. */
  readonly stored: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** US dollars; `null` where the price is unknown. */
  readonly cost: number | null
  /** Calls for which no reply could be made up: what the row would have asked after them is not in here. */
  readonly unrehearsed: number
}

export type DryRunReport = {
  readonly rows: number
  readonly lines: readonly DryRunLine[]
  readonly total: Pick<DryRunLine, 'calls' | 'stored' | 'inputTokens' | 'outputTokens' | 'cost' | 'unrehearsed'>
  /** How it was counted, in a line for people. */
  readonly method: string
}

export const METHOD = 'Estimated: 3 bytes to a token, on the high side; without reasoning and retries.'
