import assert from 'node:assert/strict'
import {
  type AnyMetric,
  hasFields,
  type Metric,
  type MetricConfig,
  type Runtime,
  type Sample,
  type SampleField,
  type Score,
  scoreRow,
} from '@assay/core'
import type { ConformanceCheck } from '../conformance-check.ts'
import { assertJson, deepFrozen } from '../json-value.ts'
import { assertScore } from './assert-score.ts'
import { judgeFaultChecks } from './judge-fault-checks.ts'
import { observedRuntime } from './observed-runtime.ts'
import { suspensionChecks } from './suspension-checks.ts'

export type MetricCheckOptions = {
  /** Samples with a fault that the metric must detect: each must be unscored. */
  readonly faulty?: readonly Sample[]
  /** Creates the metric from its `config`, as a catalog does. If missing, only the config itself is checked. */
  readonly rebuild?: (config: MetricConfig) => AnyMetric | Promise<AnyMetric>
}

/**
 * The contract of a Metric, as checks for any test runner. The samples have the fields that the metric needs, so that it can score them.
 * Its judge, if it has one, is scripted, and answers a call by its content (a list of replies would run out).
 *
 * ```ts
 * for (const { name, run } of testMetric(lineRecall(), [sample])) test(name, run)
 * ```
 */
export function testMetric<Field extends SampleField, Detail>(
  metric: Metric<Field, Detail>,
  samples: readonly Sample[],
  options: MetricCheckOptions = {},
): ConformanceCheck[] {
  const { faulty = [], rebuild } = options
  const frozen = samples.map((sample) => deepFrozen(structuredClone(sample)))
  // A runtime of its own for each score: what a metric remembers of a run must not show in the next.
  const score = (sample: Sample, runtime: Runtime = observedRuntime()): Promise<Score> => scoreRow(metric, sample, runtime)
  return [
    {
      name: 'says what it is: name, version, kind, direction, needs, a signature of one line, a config that is JSON',
      run: async () => assertIdentity(metric),
    },
    {
      name: 'is made again from its config with the same name and signature, and scores the same',
      async run() {
        const { config } = metric
        if (config === null || rebuild === undefined) return
        const again = await rebuild(JSON.parse(JSON.stringify(config)))
        assert.deepEqual([again.name, again.signature, again.config], [metric.name, metric.signature, config])
        for (const sample of frozen) assert.deepEqual(await scoreRow(again, sample, observedRuntime()), await score(sample))
      },
    },
    ...frozen.map((sample, index): ConformanceCheck => ({
      name: `samples[${index}]: a score in [0, 1] or none, as JSON, twice the same, and the sample stays as it was`,
      async run() {
        assert.ok(hasFields(sample, metric.needs), `the sample must have ${metric.needs.join(', ')}`)
        const first = await score(sample)
        assertScore(first, metric.signature)
        assert.deepEqual(await score(sample), first, 'the same sample and the same replies must give the same score')
        const alone = await scoreRow(metric, sample)
        assert.deepEqual({ ...alone, usage: first.usage }, first, 'without a runtime the score must be the same')
        if (metric.scoreNow !== undefined) assert.deepEqual(metric.scoreNow(sample), first, 'scoreNow must give the score that score gives')
      },
    })),
    ...metric.needs.map((field): ConformanceCheck => ({
      name: `a row without ${field} is unscored as missing_field by scoreRow, without a call; one with an empty ${field} is not missing it`,
      async run() {
        for (const sample of frozen) {
          const runtime = observedRuntime()
          for (const nothing of [undefined, null]) {
            const missing = await scoreRow(metric, JSON.parse(JSON.stringify({ ...sample, [field]: nothing })), runtime)
            assert.ok(missing.status === 'unscored' && missing.cause === 'missing_field', `without ${field}: ${missing.reason}`)
          }
          assert.equal(runtime.calls(), 0)
          const empty = await score({ ...sample, [field]: emptied(sample[field]) })
          assertScore(empty, metric.signature)
          assert.ok(empty.status === 'scored' || empty.cause !== 'missing_field', 'only scoreRow says missing_field')
        }
      },
    })),
    ...faulty.map((sample, index): ConformanceCheck => ({
      name: `faulty[${index}] is unscored and says why, without throwing`,
      async run() {
        const result = await score(sample)
        assertScore(result, metric.signature)
        assert.equal(result.status, 'unscored')
      },
    })),
    {
      name: 'the response changes nothing, unless the metric declares that it reads it',
      async run() {
        const needs: readonly SampleField[] = metric.needs
        if (needs.includes('response')) return
        for (const sample of frozen) assert.deepEqual(await score({ ...sample, response: 'Something else.' }), await score(sample))
      },
    },
    {
      name: 'the usage of a score is that of all its calls',
      async run() {
        for (const sample of frozen) {
          const runtime = observedRuntime()
          const { usage } = await score(sample, runtime)
          assert.deepEqual(usage, runtime.usage())
        }
      },
    },
    ...judgeFaultChecks(metric.signature, frozen, score),
    ...suspensionChecks(frozen, score),
  ]
}

function assertIdentity<Field extends SampleField, Detail>(metric: Metric<Field, Detail>): void {
  const { specificationVersion, name, version, kind, direction, needs, signature, config } = metric
  assert.equal(specificationVersion, 'v1')
  assert.ok(name.trim() !== '' && version !== '')
  assert.ok(['llm', 'non-llm', 'id', 'composite'].includes(kind), `kind is ${kind}`)
  assert.ok(['maximize', 'minimize'].includes(direction), `direction is ${direction}`)
  assert.ok(Array.isArray(needs), 'needs must be a list of fields')
  assert.ok(signature !== '' && !/[\n\r]/.test(signature), 'the signature must be one line')
  if (config === null) return
  assertJson(config, 'config')
  assert.equal(typeof config.type, 'string')
}

function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return []
  return typeof value === 'string' ? '' : value
}
