import type { AnyMetric } from '@assay/core'
import type { RunMetric } from '@assay/runner'
import { type EvalRequest, isOfCommandLine, listOf, placeOf } from '../settings/request.ts'
import { type Gate, gateOfOtherSide, type GateSide, gateSides, parseGate, unnamedGate } from './gate.ts'
import { screenAsGate } from './gate-watch.ts'

/**
 * The gates of a run. A gate of the configuration on a metric that the command line left out is left out, with a message.
 * @throws AssayError `config` for a gate that cannot be read, on no metric of the run, on the wrong side of a metric, or, unless that is
 * allowed, on a lexical screen alone.
 */
export function runGates(request: EvalRequest, metrics: readonly AnyMetric[], say: (message: string) => void): readonly Gate[] {
  const gates = (['atLeast', 'atMost'] as const).flatMap((side) => gatesOf(side, request, metrics, say))
  const screens = request.settings.allowScreen === true ? [] : evidenceOf(metrics).filter(({ evidence }) => evidence === 'screen')
  for (const { text, metric, from } of gates) {
    if (screens.some(({ name }) => name === metric)) throw screenAsGate(`${from} ${text}`, metric)
  }
  return gates
}

function gatesOf(side: GateSide, request: EvalRequest, metrics: readonly AnyMetric[], say: (message: string) => void): Gate[] {
  const { flag, setting } = gateSides[side]
  const names = [...new Set(metrics.map(({ name }) => name))]
  const isOfFile = !isOfCommandLine(request, setting)
  const isOfOtherRuns = isOfFile && isOfCommandLine(request, 'metrics')
  return listOf(request.settings[setting]).flatMap((text, index) => {
    const from = isOfFile ? `The gate at ${placeOf(request, setting, index)},` : flag
    const gate = parseGate(text, names, side, from)
    if (gate === undefined) {
      if (!isOfOtherRuns) throw unnamedGate(text, names, side, from)
      say(`the gate ${text} (${placeOf(request, setting, index)}) is on no metric of this run: it is left out`)
      return []
    }
    const wanted = side === 'atLeast' ? 'maximize' : 'minimize'
    if (metrics.some(({ name, direction }) => name === gate.metric && direction !== wanted)) throw gateOfOtherSide(gate, isOfFile)
    return [gate]
  })
}

/** What each metric rests on. With several judges under one name it is a screen if all of them are. */
function evidenceOf(metrics: readonly AnyMetric[]): readonly Pick<RunMetric, 'name' | 'evidence'>[] {
  const byName = Map.groupBy(metrics, ({ name }) => name)
  return Array.from(byName, ([name, forms]) => {
    const kinds = new Set(forms.map(({ evidence, kind }) => evidence ?? (kind === 'llm' ? 'judge' : 'exact')))
    return { name, evidence: kinds.has('judge') ? 'judge' : kinds.has('screen') ? 'screen' : 'exact' }
  })
}
