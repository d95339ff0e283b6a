/** One request, as far as a message about its failure needs to know it. */
export type Attempt = {
  /** As the adapter names it, as in `openai`. */
  readonly provider: string
  readonly modelId: string
  /** The address of the server, fit to be shown. */
  readonly where: string
  readonly secrets: readonly string[]
  /** The body of the request: only what was sent can have been refused. */
  readonly sent: Readonly<Record<string, unknown>>
  /** Names of parameters that the user set for the adapter. */
  readonly setByUser: readonly string[]
  readonly signal: AbortSignal | undefined
}
