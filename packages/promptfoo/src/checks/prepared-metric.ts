import {
  addUsage,
  type AnyMetric,
  directRuntime,
  type MeteredRuntime,
  meterRuntime,
  renderCompositeSignature,
  type Sample,
  scoreRow,
  unscoredBy,
} from '@assay/core'

export type Preparation = {
  /** The sample for the metric. @throws AssayError if there is none; the score is then unscored with that cause. */
  readonly prepare: (sample: Sample, runtime: MeteredRuntime) => Sample | Promise<Sample>
  /** What else the score depends on, for the signature. */
  readonly rests?: string | undefined
}

/** A metric on prepared samples: with another reference, or with the answer of a target. */
export function preparedMetric(base: AnyMetric, { prepare, rests }: Preparation): AnyMetric {
  const { scoreNow: _never, ...common } = base
  const signature = rests === undefined ? base.signature : renderCompositeSignature('generated', [base.signature, rests])
  return {
    ...common,
    needs: [],
    signature,
    config: null,
    async score(sample, runtime = directRuntime()) {
      const metered = meterRuntime(runtime)
      try {
        const prepared = await prepare(sample, metered)
        const score = await scoreRow(base, prepared, runtime)
        const whole = { ...score, signature, usage: addUsage(metered.usage(), score.usage) }
        if (prepared.response === sample.response || whole.status !== 'scored' || !isFields(whole.detail)) return whole
        return { ...whole, detail: { ...whole.detail, response: prepared.response } }
      } catch (error) {
        return unscoredBy(error, { signature, usage: metered.usage() })
      }
    },
  }
}

function isFields(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
