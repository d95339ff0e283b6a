import {
  abortedError,
  hasFields,
  isEngineLimit,
  type AnyMetric,
  AssayError,
  type Sample,
  type Score,
  scoreRow,
  scoreRowNow,
  unscored,
  unscoredBy,
  type Runtime,
} from '@assay/core'

/** Scores one row by one metric. Synchronous errors of a metric become rejections. */
export function startScore(metric: AnyMetric, sample: Sample, runtime: Runtime): Promise<Score> {
  try {
    return Promise.resolve(scoreRow(metric, sample, runtime))
  } catch (error) {
    return Promise.reject(error)
  }
}

/** The synchronous score of a metric; `undefined` if it must be awaited. */
export function scoreAtOnce(metric: AnyMetric, sample: Sample, signal: AbortSignal | undefined): Score | undefined {
  if (metric.scoreNow === undefined || !hasFields(sample, metric.needs)) return undefined
  try {
    const score = scoreRowNow(metric, sample)
    return score === undefined ? undefined : checkedScore(metric, score)
  } catch (error) {
    return failedScore(metric, error, signal)
  }
}

/** The score itself, or an unscored one if a metric broke its contract: one bad metric must not affect a mean or end a run. */
export function checkedScore(metric: AnyMetric, score: Score): Score {
  const what = wrong(score)
  return what === undefined ? score : unscoredBy(broken(metric, `returned ${what}`), { signature: metric.signature })
}

function wrong(score: Score | undefined): string | undefined {
  if (score?.status !== 'scored' && score?.status !== 'unscored') return 'no score'
  if (score.status === 'scored') {
    const { value, range } = score
    if (!isShare(value)) return `the value ${shown(value)}; values are numbers in [0, 1]`
    if (range !== undefined && !(Array.isArray(range) && isShare(range[0]) && isShare(range[1])))
      return `the range ${JSON.stringify(range)}; a range is two numbers in [0, 1]`
  }
  return typeof score.usage?.calls === 'number' ? undefined : 'a score without its usage; without a call, that is noUsage'
}

function isShare(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1
}

/** The unscored score for an error of a metric. Only a programming mistake, a limit of the engine or the user's abort arrives here. */
export function failedScore(metric: AnyMetric, error: unknown, signal: AbortSignal | undefined): Score {
  const { signature } = metric
  if (AssayError.is(error)) return unscoredBy(error, { signature })
  if (signal?.aborted === true && error instanceof Error && error.name === 'AbortError')
    return unscoredBy(abortedError(signal), { signature })
  const fault = isEngineLimit(error)
    ? new AssayError({
        kind: 'data',
        message: `This row is too large for the metric ${metric.name}: ${error.message}. Shorten its texts.`,
        cause: error,
      })
    : broken(metric, `threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`, error)
  return unscored({ signature, cause: fault.kind, reason: fault.message, error: fault.toJSON() })
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

function broken(metric: AnyMetric, what: string, cause?: unknown): AssayError {
  return new AssayError({ kind: 'config', message: `The metric ${metric.name} ${what}. Mend the metric, or leave it out.`, cause })
}
