import type { DetailSummarizer } from '@assay/core'
import { quotedId } from './quoted-id.ts'
import type { RankedDetail } from './ranked-row.ts'

/**
 * Counts rows with fewer retrieved ids than the cut-off: `recall@10` of three results is `recall@3`. There is no note if every row has
 * enough.
 */
export function shortRows(k: number | undefined): ((metricName: string) => DetailSummarizer<RankedDetail>) | undefined {
  return k === undefined ? undefined : (metricName) => createShortRows(metricName, k)
}

function createShortRows(metricName: string, k: number): DetailSummarizer<RankedDetail> {
  let rows = 0
  let short = 0
  let shortest: { readonly id: string; readonly retrieved: number } | undefined
  return {
    add({ status, detail }, { id }) {
      if (status === 'unscored' || detail?.retrieved === undefined) return
      const { retrieved } = detail
      rows += 1
      if (retrieved >= k) return
      short += 1
      if (shortest === undefined || retrieved < shortest.retrieved) shortest = { id, retrieved }
    },
    result() {
      if (shortest === undefined) return null
      const has = short === 1 ? 'has' : 'have'
      const warning = `${metricName}: ${short} of ${rows} ${rows === 1 ? 'row' : 'rows'} ${has} fewer than ${k} distinct retrieved ${k === 1 ? 'id' : 'ids'}. The shortest is row ${quotedId(shortest.id)} with ${shortest.retrieved}. Retrieve more, or take a smaller k.`
      return { rows, short, shortest, warning }
    },
  }
}
