import { counted, forTerminal } from '@assay/reporters'
import { causeCounts } from '../report/cause-counts.ts'
import type { ProviderComparison } from './provider-comparison.ts'

type Compared = Pick<ProviderComparison, 'providers' | 'rows'>

/** A line for each judge with unscored rows: how many, the causes, and the reason of the first row with the first cause. */
export function shortfallLines({ providers, rows }: Compared): string[] {
  return providers.flatMap(({ name, scored, unscored, causes }) => {
    if (unscored === 0) return []
    const [most = ''] = Object.keys(causes)
    const first = rows.find((row) => row.unscored[name]?.cause === most)
    const why = first === undefined ? '' : ` Row ${forTerminal(first.id)}: ${forTerminal(first.unscored[name]?.reason ?? '')}`
    const count =
      scored === 0 ? `scored none of ${counted(unscored, 'row')}` : `left ${unscored} of ${counted(scored + unscored, 'row')} unscored`
    return [`${forTerminal(name)} ${count} (${causeCounts(causes)}).${why}`]
  })
}
