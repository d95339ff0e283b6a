import {
  decideClaim,
  type Examination,
  inverseDocumentFrequency,
  type LexicalDecision,
  supportProbability,
} from '@assay/judge/lexical-screen'
import { rocAuc } from '@assay/stats'
import type { LabelledSource } from './dev-sources.ts'
import { examineAt, learnScreen, type PreparedSource } from './learn-screen.ts'

export type ScreenedRow = { readonly label: 0 | 1; readonly probability: number; readonly examined: Examination }
export type ScreenedSource = Pick<LabelledSource, 'name' | 'file'> & { readonly rows: readonly ScreenedRow[] }

/** Screens every source with weights trained on the others. */
export function leaveOneSourceOut(sources: readonly PreparedSource[]): ScreenedSource[] {
  return sources.map((tested) => screenUnseen(tested, sources))
}

/** Screens one source with weights trained on the others. */
export function screenUnseen(tested: PreparedSource, sources: readonly PreparedSource[]): ScreenedSource {
  const learned = learnScreen(sources.filter((source) => source !== tested))
  const idf = inverseDocumentFrequency(learned.frequencies)
  const rows = tested.rows.map(({ statement, label }, row): ScreenedRow => {
    const examined = examineAt(tested, row, statement, idf)
    return { label, examined, probability: supportProbability(learned, examined.features) }
  })
  return { name: tested.name, file: tested.file, rows }
}

/**
 * The probability threshold of the screen, in steps of .01, with the best mean balanced accuracy over sources; of equals, the one nearest
 * to .5.
 */
export function learnScreenThreshold(sources: readonly ScreenedSource[]): number {
  let best = { threshold: 0.5, accuracy: meanBalancedAccuracy(sources, 0.5) }
  for (let distance = 1; distance < 50; distance += 1) {
    for (const threshold of [(50 - distance) / 100, (50 + distance) / 100]) {
      const accuracy = meanBalancedAccuracy(sources, threshold)
      if (accuracy > best.accuracy) best = { threshold, accuracy }
    }
  }
  return best.threshold
}

export type OutcomeCount = { readonly count: number; readonly right: number }
export type SourceSummary = {
  readonly name: string
  readonly rows: number
  readonly auc: number | null
  readonly supportedShare: number
  readonly saidSupportedShare: number
  readonly unsupported: OutcomeCount
  readonly supported: OutcomeCount
}

/** The screen's results on a source at a threshold. */
export function summarizeSource({ name, rows }: ScreenedSource, threshold: number): SourceSummary {
  const decided = rows.map(({ label, probability, examined }) => ({ label, probability, ...decideClaim(examined, probability, threshold) }))
  const countOf = (outcome: LexicalDecision['outcome'], right: 0 | 1): OutcomeCount => {
    const held = decided.filter((row) => row.outcome === outcome)
    return { count: held.length, right: held.filter(({ label }) => label === right).length }
  }
  const said = decided.filter(
    ({ outcome, probability }) => outcome === 'supported' || (outcome === 'undecided' && probability >= threshold),
  )
  return {
    name,
    rows: rows.length,
    auc: rocAuc(
      rows.map(({ probability }) => probability),
      rows.map(({ label }) => label),
    ),
    supportedShare: rows.filter(({ label }) => label === 1).length / rows.length,
    saidSupportedShare: said.length / rows.length,
    unsupported: countOf('unsupported', 0),
    supported: countOf('supported', 1),
  }
}

function meanBalancedAccuracy(sources: readonly ScreenedSource[], threshold: number): number {
  const accuracies = sources.map(({ rows }) => {
    const rate = (label: 0 | 1): number => {
      const held = rows.filter((row) => row.label === label)
      return held.filter(({ probability }) => probability >= threshold === (label === 1)).length / held.length
    }
    return (rate(0) + rate(1)) / 2
  })
  return accuracies.reduce((sum, accuracy) => sum + accuracy, 0) / sources.length
}
