import { type GateResult, skippedText } from '@assay/reporters'
import type { RunSummary } from '@assay/runner'

/** What to say where checks were skipped and nothing says that they may be, or where nothing else was asked; `undefined` else. */
export function skippedGate({ run, skipped }: RunSummary, isAllowed: boolean): GateResult | undefined {
  if (skipped === undefined) return undefined
  const text = skippedText(skipped)
  if (run.metrics.length === 0) return { text: `nothing was checked: ${text}`, held: null }
  return isAllowed ? undefined : { text: `${text}. So the run ends with 3; --allow-skipped accepts it`, held: null }
}
