import { type AnyMetric, type AssayError, configError, type Sample } from '@assay/core'
import { type Check, checkedRow, type MetricChoice, type RowChecks } from './check.ts'

export type RowPlanner = {
  /** The checks of a row. @throws AssayError `config` for invalid checks; whatever the user's function throws. */
  readonly planOf: (sample: Sample & { readonly id: string }) => RowChecks
  /** Metrics known so far, by name in order of first use, each in all its forms. */
  readonly metrics: () => ReadonlyMap<string, readonly AnyMetric[]>
  /** Called at once for every known metric, and later for each one with a new name. */
  readonly onMetric: (seen: (metric: AnyMetric) => void) => void
}

/**
 * @throws AssayError `config` for no metrics, two with one name, or a name that cannot be a key.
 */
export function createRowPlanner(choice: MetricChoice): RowPlanner {
  const known = new Map<string, AnyMetric[]>()
  const signatures = new Map<string, Set<string>>()
  const watchers: ((metric: AnyMetric) => void)[] = []

  function learn(metric: AnyMetric): void {
    const forms = known.get(metric.name)
    if (forms === undefined) {
      requireName(metric)
      known.set(metric.name, [metric])
      signatures.set(metric.name, new Set([metric.signature]))
      for (const seen of watchers) seen(metric)
    } else if (signatures.get(metric.name)?.has(metric.signature) === false) {
      signatures.get(metric.name)?.add(metric.signature)
      forms.push(metric)
    }
  }

  let planOf: RowPlanner['planOf']
  if (typeof choice === 'function') {
    planOf = (sample) => {
      const row = checkedRow(choice(sample), sample.id)
      for (const { metric } of row.checks) learn(metric)
      return row
    }
  } else {
    const all: RowChecks = { checks: choice.map((metric): Check => ({ metric })) }
    if (choice.length === 0) throw configError('evaluate() was given no metrics. Pass at least one.')
    for (const metric of choice) {
      const [other] = known.get(metric.name) ?? []
      if (other !== undefined) throw twoOfAName(other, metric)
      learn(metric)
    }
    planOf = () => all
  }
  return {
    planOf,
    metrics: () => known,
    onMetric(seen) {
      for (const [metric] of known.values()) if (metric !== undefined) seen(metric)
      watchers.push(seen)
    },
  }
}

function twoOfAName(one: AnyMetric, other: AnyMetric): AssayError {
  return configError(
    `Two metrics are named ${other.name}: ${one.signature} and ${other.signature}. Give one of them another name with the option "name".`,
  )
}

function requireName({ name, signature }: AnyMetric): void {
  if (name === '' || name === '__proto__') throw configError(`"${name}" cannot name a metric: ${signature}`)
}
