/** The calls that a run would make to one judge for one metric. */
export type DryRunLine = {
  readonly metric: string
  /** `null` on the line of a metric that calls no model. */
  readonly model: { readonly provider: string; readonly modelId: string } | null
  /** Rows that need a reply of it. */
  readonly rows: number
  readonly calls: number
  /** Available replies: in the store, or received earlier in the same run. Not among `calls`. */
  readonly stored: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** US dollars; `null` if the price is unknown. */
  readonly cost: number | null
  /** Calls for which no reply could be made up: later calls of the row are not counted. */
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
