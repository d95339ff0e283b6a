import { type AnyMetric, type Score, unscored } from '@assay/core'
import { createFailureWatch, type FailureWatch, type Stopped } from './failure-watch.ts'

type StopOptions = { readonly stopAfter?: number | undefined; readonly stopScope?: 'run' | 'metric' | undefined }

export type MetricStops = {
  readonly begin: (metric: AnyMetric) => void
  /** Takes the scores of all metrics; returns a reason once the run must end. */
  readonly see: (metricName: string, score: Score) => Stopped | undefined
  /** The score of a metric that was stopped; `undefined` while it runs. */
  readonly scoreFor: (metric: AnyMetric) => Score | undefined
  /** Why metrics were stopped; `undefined` if none was. */
  readonly stopped: () => Stopped | undefined
}

/** What a failure on row after row ends: the run, or only the metrics that have it. A spent budget ends the run. */
export function createMetricStops({ stopAfter, stopScope = 'run' }: StopOptions): MetricStops {
  const watches = new Map<string, FailureWatch>()
  const givenUp = new Map<string, Stopped>()
  return {
    begin: ({ name }) => void watches.set(name, createFailureWatch(name, stopAfter, stopScope)),
    see(name, score) {
      if (givenUp.has(name)) return undefined
      const found = watches.get(name)?.see(score)
      if (found === undefined || stopScope === 'run' || found.cause === 'budget') return found
      givenUp.set(name, found)
      return givenUp.size === watches.size ? all(givenUp) : undefined
    },
    scoreFor({ name, signature }) {
      const found = givenUp.get(name)
      return found === undefined ? undefined : unscored({ signature, ...found })
    },
    stopped: () => all(givenUp),
  }
}

/** The first cause, and all reasons. */
function all(givenUp: ReadonlyMap<string, Stopped>): Stopped | undefined {
  const [first] = givenUp.values()
  if (first === undefined) return undefined
  return { cause: first.cause, reason: Array.from(givenUp.values(), ({ reason }) => reason).join(' ') }
}
