import { counted, forTerminal } from '@assay/reporters'
import { causesText } from '../report/causes-text.ts'
import type { ProviderComparison } from './provider-comparison.ts'

type Compared = Pick<ProviderComparison, 'providers' | 'rows'>

/** Of each judge that left rows without a score: how many, by which causes, and what was said of the first that has the most frequent one. */
export function shortfallLines({ providers, rows }: Compared): string[] {
  return providers.flatMap(({ name, scored, unscored, causes }) => {
    if (unscored === 0) return []
    const [most = ''] = Object.keys(causes)
    const first = rows.find((row) => row.unscored[name]?.cause === most)
    const why = first === undefined ? '' : ` Row ${forTerminal(first.id)}: ${forTerminal(first.unscored[name]?.reason ?? '')}`
    const count =
      scored === 0
        ? `scored none of ${counted(unscored, 'row')}`
        : `left ${unscored} of ${counted(scored + unscored, 'row')} without a score`
    return [`${forTerminal(name)} ${count} (${causesText(causes)}).${why}`]
  })
}
