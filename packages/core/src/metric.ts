import type { JsonObject, JsonValue } from './json.ts'
import type { Runtime } from './runtime.ts'
import type { SampleField, SampleWith } from './sample.ts'
import type { Score } from './score.ts'

export type MetricKind = 'llm' | 'non-llm' | 'id' | 'composite'

/** What a metric is made from, as JSON: a catalog builds the same metric again from it, elsewhere. */
export type MetricConfig = { readonly type: string; readonly [option: string]: JsonValue | undefined }

/** One measure of one sample. `Field` are the sample's fields it reads, `Detail` is how it explains itself. */
export type Metric<Field extends SampleField = SampleField, Detail = unknown> = {
  readonly specificationVersion: 'v1'
  /** Unique in a run. Factories take `name` to tell two of a kind apart. */
  readonly name: string
  /** Changes whenever any score can change. */
  readonly version: string
  readonly kind: MetricKind
  /** What the scores rest on. A mean that rests on a screen alone is shown with its range, never with an interval. Default `exact`. */
  readonly evidence?: 'exact' | 'judge' | 'screen'
  readonly direction: 'maximize' | 'minimize'
  readonly needs: readonly Field[]
  /** Fields that it reads besides, where a row has them. What nobody needs or reads may hold anything. Default none. */
  readonly reads?: readonly SampleField[] | undefined
  /** Every option that can change a score, in one line: `context_recall|strategy:batched|judge:openai%3Agpt-5-mini|v1`. */
  readonly signature: string
  /** `null` where the metric holds a bare function: it runs here, and cannot be rebuilt elsewhere. */
  readonly config: MetricConfig | null
  /**
   * A function of the sample and of replies only. It never throws for what a row or a judge did; it throws for a programmer's
   * mistake, and lets `Suspended` through.
   */
  readonly score: (sample: SampleWith<Field>, runtime?: Runtime) => Promise<Score<Detail>>
  /** The same score at once, for a metric that asks nobody: over millions of rows a promise for each would cost more than the score. */
  readonly scoreNow?: (sample: SampleWith<Field>) => Score<Detail>
  /** Sums up, over one run, what no single score can tell. A runner starts it once per run; most metrics have none. */
  readonly summarize?: () => DetailSummarizer<Detail>
}

/** Fed with every score of a run as it comes, unscored ones included; holds no more than the sums. */
export type DetailSummarizer<Detail> = {
  add(score: Score<Detail>, row: { readonly id: string }): void
  /**
   * Becomes `detail` in the metric's summary; `null` where there is nothing to tell. A text `note` in it is shown to people beside the
   * metric's figures, in one line; a text `warning` is one of the warnings of the run.
   */
  result(): JsonObject | null
}

type Reading = { readonly [Name in 'needs' | 'reads']?: readonly SampleField[] | undefined }

/** Every field that one of these metrics needs or reads. */
export function fieldsRead(metrics: readonly Reading[]): readonly SampleField[] {
  return [...new Set(metrics.flatMap(({ needs = [], reads = [] }) => [...needs, ...reads]))]
}

/** Any metric, whatever it needs: what a runner holds in one list. Ask it through `scoreRow`. */
export type AnyMetric = Metric<SampleField, unknown>
