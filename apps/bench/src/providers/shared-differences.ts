import { pairedDifferences } from '@assay/stats'
import type { ComparedRow, ProviderPair, SharedRows } from './provider-comparison.ts'

export type SharedDifferences = {
  readonly shared: SharedRows
  readonly between: (a: string, b: string) => ProviderPair['difference']
}

/** The differences of row scores for all pairs at once, on the rows that every provider scored. Providers without any score are left out. */
export function sharedDifferences(providers: readonly string[], rows: readonly ComparedRow[]): SharedDifferences {
  const compared = providers.filter((provider) => rows.some(({ scores }) => typeof scores[provider] === 'number'))
  const scored = rows.flatMap(({ id, scores, cluster }) => {
    const own = compared.flatMap((provider) => scores[provider] ?? [])
    return own.length === compared.length ? [{ scores: own, cluster, key: id }] : []
  })
  const found = pairedDifferences(scored)
  return {
    shared: { rows: scored.length, left: rows.length - scored.length, providers: compared },
    between(a, b) {
      const pair = found.find((one) => compared[one.a] === a && compared[one.b] === b)
      if (pair === undefined) {
        const silent = [a, b].find((provider) => !compared.includes(provider))
        const noInterval = silent === undefined ? 'no row was scored by all of them' : `${silent} scored nothing`
        return { difference: null, interval: null, noInterval, p: null }
      }
      const { difference, interval, noInterval, p } = pair
      return { difference, interval, noInterval, p }
    },
  }
}
