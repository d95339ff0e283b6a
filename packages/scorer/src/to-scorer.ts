import { type AnyMetric, AssayError, configError, type GivenSample, type Score, scoreRow, unscoredBy } from '@assay/core'
import { sampleOf } from './sample-of.ts'
import type { ScorerArgs } from './scorer-args.ts'

export type ScorerOptions<Args> = {
  /** Makes the sample of what the scorer is given. Default: by the shape of each part, see `toScorer`. */
  readonly sample?: ((args: Args) => GivenSample | Promise<GivenSample>) | undefined
  /**
   * What a sample without a score becomes. `null`: a score of null, with the cause in the metadata. `throw`: an error, for hosts that
   * count null as 0, as evalite does. Default `null`.
   */
  readonly unscored?: 'null' | 'throw' | undefined
}

export type ScorerResult = {
  /** Of the metric. */
  readonly name: string
  /** In [0, 1]; null where there is no score. */
  readonly score: number | null
  /** The score but for its value: status, reason, cause, signature, usage, detail. */
  readonly metadata: Record<string, unknown>
}

export type Scorer<Args> = (args: Args) => Promise<ScorerResult>

/**
 * A metric as a scorer, the form that evalite, autoevals and Braintrust share. Unless `sample` says otherwise, a text in `input`,
 * `output` and `expected` is the question, the response and the reference; `context` is what was retrieved. A list in `output` is what
 * was retrieved and one in `expected` what should have been: ids for a metric that reads ids, else texts. An object in any of them, and
 * what stands beside them, gives the sample's fields by their names.
 *
 * @throws AssayError `config` for another `unscored`; and from the scorer, under `throw`, where there is no score.
 */
export function toScorer<Args extends ScorerArgs = ScorerArgs>(metric: AnyMetric, options: ScorerOptions<Args> = {}): Scorer<Args> {
  const { sample, unscored = 'null' } = options
  if (unscored !== 'null' && unscored !== 'throw') {
    throw configError(`toScorer: unscored is ${JSON.stringify(unscored)}; give "null" or "throw".`)
  }

  async function scorer(args: Args): Promise<ScorerResult> {
    const score = await scoreOf(args)
    if (score.status === 'unscored' && unscored === 'throw') {
      const message = `${metric.name} has no score (${score.cause}): ${score.reason}`
      throw new AssayError({ kind: score.error?.kind ?? 'data', message })
    }
    const { value, ...metadata } = score
    return { name: metric.name, score: value, metadata }
  }

  async function scoreOf(args: Args): Promise<Score> {
    let made: GivenSample
    try {
      made = sample === undefined ? sampleOf(args, metric) : await sample(args)
    } catch (error) {
      return unscoredBy(error, { signature: metric.signature })
    }
    return scoreRow(metric, made)
  }

  // Hosts show it where a scorer failed.
  return Object.defineProperty(scorer, 'name', { value: metric.name })
}
