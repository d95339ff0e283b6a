/** What `promptfoo eval -o results.json` (0.123.1) writes of one result, as far as anything here reads it. */
export type ResultFields = {
  readonly vars: Readonly<Record<string, unknown>>
  readonly output?: unknown
  readonly error?: string
  readonly metadata?: unknown
  readonly testIdx?: number
  readonly promptIdx?: number
  readonly provider?: { readonly id: string; readonly label?: string }
  readonly prompt?: string
  readonly testCase?: Readonly<Record<string, unknown>>
}

export function resultOf({ vars, output, error, metadata, testIdx = 0, promptIdx = 0, provider, prompt = 'Ask {{q}}', testCase }: ResultFields): object {
  return {
    id: `r-${testIdx}-${promptIdx}`,
    testIdx,
    promptIdx,
    vars,
    testCase: { vars, assert: [], options: {}, metadata: {}, ...testCase },
    provider: provider ?? { id: 'python:rag.py', label: '' },
    prompt: { raw: `rendered ${prompt}`, label: prompt },
    response: error === undefined ? { output, metadata, tokenUsage: {} } : { error },
    ...(error === undefined ? {} : { error }),
    success: false,
    score: 0,
    failureReason: error === undefined ? 1 : 2,
    gradingResult: null,
    namedScores: {},
  }
}

/** The file as a whole. */
export function resultsFile(...results: readonly ResultFields[]): string {
  const summary = { version: 3, timestamp: '2026-11-29T02:32:01Z', prompts: [], results: results.map(resultOf), stats: {} }
  return JSON.stringify({ evalId: 'eval-1', results: summary, config: {}, shareableUrl: null, metadata: {} })
}
