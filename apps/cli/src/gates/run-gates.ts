import { type AnyMetric, AssayError } from '@assay/core'
import type { RunMetric } from '@assay/runner'
import { type EvalOptions, isOfCommandLine } from '../eval/asked/eval-options.ts'
import { type Gate, parseGate } from './gate.ts'

/**
 * The gates of a run. One of the configuration on a metric that the command line left out is said to be left out, too.
 * @throws AssayError `config` for a gate that cannot be read, or on no metric of the run.
 */
export function runGates(options: EvalOptions, metrics: readonly AnyMetric[], say: (message: string) => void): readonly Gate[] {
  const names = [...new Set(metrics.map(({ name }) => name))]
  const isOfFile = !isOfCommandLine(options, 'gates')
  const isOfOtherRuns = isOfFile && isOfCommandLine(options, 'metrics')
  return options.failUnder.flatMap((text) => {
    try {
      return [parseGate(text, names, isOfFile ? 'The gate of the configuration' : '--fail-under')]
    } catch (error) {
      if (!isOfOtherRuns || !AssayError.is(error)) throw error
      say(`the gate ${text} of the configuration is on no metric of this run: it is left out`)
      return []
    }
  })
}

/** What each metric rests on. Of one name with several judges it is a screen where all of them are. */
export function evidenceOf(metrics: readonly AnyMetric[]): readonly Pick<RunMetric, 'name' | 'evidence'>[] {
  const byName = Map.groupBy(metrics, ({ name }) => name)
  return Array.from(byName, ([name, forms]) => {
    const kinds = new Set(forms.map(({ evidence, kind }) => evidence ?? (kind === 'llm' ? 'judge' : 'exact')))
    return { name, evidence: kinds.has('judge') ? 'judge' : kinds.has('screen') ? 'screen' : 'exact' }
  })
}
