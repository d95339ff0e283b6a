import { binaryAgreement, confusionCounts } from '@assay/stats'
import { bySource } from '../figures/judge-figures.ts'
import type { FixtureItem } from '../fixtures/fixture-item.ts'
import type { Answers } from './run-judges.ts'
import { labelOf } from './judge-metric.ts'

/**
 * The probability threshold for undecided claims, in steps of .01, with the best mean balanced accuracy over sources; of equals, the one
 * nearest to .5. `undefined` for a judge that leaves nothing undecided.
 */
export function learnThreshold(items: readonly FixtureItem[], answers: Answers): number | undefined {
  const isScorer = items.some(({ id }) => answers.get(id)?.[0]?.outcome === 'undecided')
  if (!isScorer) return undefined
  let best = { threshold: 0.5, accuracy: accuracyAt(0.5) }
  for (let distance = 1; distance < 50; distance += 1) {
    for (const threshold of [(50 - distance) / 100, (50 + distance) / 100]) {
      const accuracy = accuracyAt(threshold)
      if (accuracy > best.accuracy) best = { threshold, accuracy }
    }
  }
  return best.threshold

  function accuracyAt(threshold: number): number {
    const accuracies = Array.from(bySource(items).values(), (own) => {
      const scored = own.flatMap(({ id, label }) => {
        const raw = answers.get(id)?.[0]
        const said = raw === undefined ? null : labelOf(raw, threshold)
        return said === null ? [] : [{ label, said }]
      })
      const counts = confusionCounts(
        scored.map(({ label }) => label),
        scored.map(({ said }) => said),
      )
      return binaryAgreement(counts).balancedAccuracy
    }).filter((accuracy) => accuracy !== null)
    return accuracies.length === 0 ? 0 : accuracies.reduce((sum, accuracy) => sum + accuracy, 0) / accuracies.length
  }
}
