import { forTerminal } from '@assay/reporters'
import type { Correction } from './correct-mean.ts'

/** A correction for people, in a few lines. */
export function correctionText(correction: Correction): string {
  const { judge, human, corrected, unit, units, metric, run } = correction
  const { labelled, unlabelled, lambda } = corrected
  const named = (count: number): string => `${count} ${unit}${count === 1 ? '' : 's'}`
  const lines = [
    `How wrong is ${forTerminal(metric)} of run ${forTerminal(run)}?`,
    '',
    figureLine(
      'the judge alone',
      judge.mean,
      judge.interval,
      judge.noInterval,
      `all ${named(units)}; its own errors are not in the interval`,
    ),
    figureLine('people alone', human.mean, human.interval, human.noInterval, `the ${named(labelled)} labelled`),
    figureLine(
      'corrected',
      corrected.estimate,
      corrected.interval,
      corrected.noInterval,
      `both together (PPI++, judge trusted to ${lambda.toFixed(2)})`,
    ),
    '',
    `${named(labelled)} labelled (${correction.claims.labelled} claims), ${named(unlabelled)} scored by the judge alone.`,
    ...halveLines(correction),
    ...agreementLines(correction),
    '',
    ...correction.notes,
  ]
  return `${lines.join('\n')}\n`
}

function figureLine(
  name: string,
  value: number | null,
  interval: { readonly lo: number; readonly hi: number } | null,
  noInterval: string | null,
  said: string,
): string {
  const ends = interval === null ? `no interval (${noInterval ?? ''})` : `[${interval.lo.toFixed(3)}, ${interval.hi.toFixed(3)}]`
  return `  ${name.padEnd(16)}${value?.toFixed(3) ?? '    –'}  ${ends}  ${said}`
}

function halveLines({ labelsToHalve, unit }: Correction): string[] {
  if (labelsToHalve === null) return []
  return [`To halve the corrected interval: about ${labelsToHalve.labels} labelled ${unit}s, ${labelsToHalve.more} more.`]
}

function agreementLines({ claims }: Correction): string[] {
  const { agreement, roganGladen, labelled } = claims
  if (labelled === 0) return []
  const { tpr, tnr, kappa } = agreement
  const judged = `On the labelled claims the judge finds ${shown(tpr)} of the supported ones, ${shown(tnr)} of the others; kappa ${shown(kappa)}.`
  if (roganGladen === null) return [judged]
  const rest = roganGladen.estimate === null ? roganGladen.reason : roganGladen.estimate.toFixed(3)
  return [
    judged,
    `Diagnostic: it supports ${roganGladen.observedRate.toFixed(3)} of all claims; corrected by those rates (Rogan–Gladen): ${rest}. This estimate has no interval.`,
  ]
}

function shown(value: number | null): string {
  return value?.toFixed(2) ?? '–'
}
