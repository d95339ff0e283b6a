import type { JsonObject, JsonValue } from './json.ts'
import type { Runtime } from './runtime.ts'
import type { SampleField, SampleWith } from './sample.ts'
import type { Score } from './score.ts'

export type MetricKind = 'llm' | 'non-llm' | 'id' | 'composite'

/** The metric's parameters, as JSON: a catalog builds the same metric from them in another process. */
export type MetricConfig = { readonly type: string; readonly [option: string]: JsonValue | undefined }

/** A metric. `Field` are the fields of the sample that it reads, `Detail` is its explanation of a score. */
export type Metric<Field extends SampleField = SampleField, Detail = unknown> = {
  readonly specificationVersion: 'v1'
  /** Unique in a run. Factories take `name` to distinguish two metrics of the same kind. */
  readonly name: string
  /** Changes whenever any score can change. */
  readonly version: string
  readonly kind: MetricKind
  /** What the scores rest on. A mean that rests only on a screen is shown with its range, without an interval. Default `exact`. */
  readonly evidence?: 'exact' | 'judge' | 'screen'
  readonly direction: 'maximize' | 'minimize'
  readonly needs: readonly Field[]
  /** Optional fields that it reads. Fields that no metric needs or reads may hold any value. Default none. */
  readonly reads?: readonly SampleField[] | undefined
  /** Every option that can change a score, in one line: `context_recall|strategy:batched|judge:openai%3Agpt-5-mini|v1`. */
  readonly signature: string
  /** `null` if the metric holds a bare function: it runs only in this process. */
  readonly config: MetricConfig | null
  /**
   * Depends only on the sample and on replies. It never throws for a failure of a row or a judge. It throws for programming mistakes, and
   * lets `Suspended` through.
   */
  readonly score: (sample: SampleWith<Field>, runtime?: Runtime) => Promise<Score<Detail>>
  /**
   * The same score synchronously, for a metric that calls no model: over millions of rows, a promise each would cost more than the score.
   */
  readonly scoreNow?: (sample: SampleWith<Field>) => Score<Detail>
  /** Computes over one run what no single score shows. A runner creates it once per run. Most metrics have none. */
  readonly summarize?: () => DetailSummarizer<Detail>
}

/** Gets every score of a run as it is computed, unscored ones included. It stores only sums. */
export type DetailSummarizer<Detail> = {
  add(score: Score<Detail>, row: { readonly id: string }): void
  /**
   * Becomes `detail` in the metric's summary; `null` if there is none. A text `note` in it is shown beside the metric's figures, in one
   * line; a text `warning` becomes a warning of the run.
   */
  result(): JsonObject | null
}

type Reading = { readonly [Name in 'needs' | 'reads']?: readonly SampleField[] | undefined }

/** Every field that one of these metrics needs or reads. */
export function fieldsRead(metrics: readonly Reading[]): readonly SampleField[] {
  return [...new Set(metrics.flatMap(({ needs = [], reads = [] }) => [...needs, ...reads]))]
}

/** Any metric, whatever it needs: the item type of a runner's list. Score it with `scoreRow`. */
export type AnyMetric = Metric<SampleField, unknown>
