import type { AnyMetric } from '@assay/core'
import type { RunMetric } from '@assay/runner'
import { type EvalRequest, isOfCommandLine, listOf, placeOf } from '../settings/request.ts'
import { type Gate, parseGate, unnamedGate } from './gate.ts'
import { screenAsGate } from './gate-watch.ts'

/**
 * The gates of a run. One of the configuration on a metric that the command line left out is said to be left out, too.
 * @throws AssayError `config` for a gate that cannot be read, on no metric of the run, or, unless that is allowed, on what a lexical
 * screen alone says.
 */
export function runGates(request: EvalRequest, metrics: readonly AnyMetric[], say: (message: string) => void): readonly Gate[] {
  const names = [...new Set(metrics.map(({ name }) => name))]
  const isOfFile = !isOfCommandLine(request, 'failUnder')
  const isOfOtherRuns = isOfFile && isOfCommandLine(request, 'metrics')
  const screens = request.settings.allowScreen === true ? [] : evidenceOf(metrics).filter(({ evidence }) => evidence === 'screen')
  const gates = listOf(request.settings.failUnder).flatMap((text, index) => {
    const from = isOfFile ? `The gate at ${placeOf(request, 'failUnder', index)},` : '--fail-under'
    const gate = parseGate(text, names, from)
    if (gate !== undefined) return [gate]
    if (!isOfOtherRuns) throw unnamedGate(text, names, from)
    say(`the gate ${text} (${placeOf(request, 'failUnder', index)}) is on no metric of this run: it is left out`)
    return []
  })
  for (const { text, metric, from } of gates) {
    if (screens.some(({ name }) => name === metric)) throw screenAsGate(`${from} ${text}`, metric)
  }
  return gates
}

/** What each metric rests on. Of one name with several judges it is a screen where all of them are. */
function evidenceOf(metrics: readonly AnyMetric[]): readonly Pick<RunMetric, 'name' | 'evidence'>[] {
  const byName = Map.groupBy(metrics, ({ name }) => name)
  return Array.from(byName, ([name, forms]) => {
    const kinds = new Set(forms.map(({ evidence, kind }) => evidence ?? (kind === 'llm' ? 'judge' : 'exact')))
    return { name, evidence: kinds.has('judge') ? 'judge' : kinds.has('screen') ? 'screen' : 'exact' }
  })
}
