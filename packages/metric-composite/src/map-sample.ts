import {
  type AnyMetric,
  fieldsRead,
  type Metric,
  renderCompositeSignature,
  renderSignature,
  type Sample,
  type SampleField,
  type SampleWith,
  scoreRow,
  scoreRowNow,
} from '@assay/core'
import { compositeName, checkParts, compositeError } from './composite-options.ts'
import type { DetailOf } from './part-types.ts'

export type MapSampleOptions<Field extends SampleField> = {
  /** The name of the metric, and of the function in its signature. */
  readonly name: string
  /** Part of the signature. Change it whenever the function changes. Default `1`. */
  readonly version?: string | undefined
  /** Fields that the function needs: a row without one is unscored (`missing_field`), and the function is not called. Default none. */
  readonly needs?: readonly Field[] | undefined
}

const LABEL = 'map_sample'

/**
 * A metric on a changed sample: on the first five contexts, on another column, on texts without their headings. Its scores are the
 * metric's own, detail and all, under another signature. A row that lacks a field of the metric after the change is unscored
 * (`missing_field`). Its config is `null`, since it holds a function.
 *
 * @param change A pure function of the sample that returns another sample. Its errors are thrown.
 * @throws AssayError `config` for a blank name, a value that is not a metric, or one that is not a function.
 */
export function mapSample<const M extends AnyMetric, const Field extends SampleField = never>(
  metric: M,
  change: (sample: SampleWith<Field>) => Sample,
  options: MapSampleOptions<Field>,
): Metric<Field, DetailOf<M>>
export function mapSample(
  metric: AnyMetric,
  change: (sample: SampleWith<SampleField>) => Sample,
  options: MapSampleOptions<SampleField>,
): Metric {
  const { version = '1', needs = [] } = options
  checkParts(LABEL, [metric])
  const name = compositeName(LABEL, options.name)
  if (typeof change !== 'function') throw compositeError(LABEL, 'there is no function to change the sample with. Pass it second')
  const { evidence = 'exact', direction, scoreNow, summarize } = metric
  const signature = renderCompositeSignature(LABEL, [renderSignature(name, [], version), metric.signature])
  return {
    specificationVersion: 'v1',
    name,
    version: renderCompositeSignature('1', [version, metric.version]),
    kind: 'composite',
    evidence,
    direction,
    needs,
    reads: fieldsRead([metric]),
    signature,
    config: null,
    score: async (sample, runtime) => ({ ...(await scoreRow(metric, change(sample), runtime)), signature }),
    ...(scoreNow === undefined ? {} : { scoreNow: (sample) => now(change(sample)) }),
    ...(summarize === undefined ? {} : { summarize }),
  }

  function now(sample: Sample) {
    const score = scoreRowNow(metric, sample)
    if (score === undefined) throw new TypeError(`${metric.name} cannot score at once`)
    return { ...score, signature }
  }
}
