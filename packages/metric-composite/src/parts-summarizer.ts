import type { AnyMetric, DetailSummarizer, JsonObject } from '@assay/core'
import type { PartsDetail } from './composite-metric.ts'

/** Sums up each part that sums up anything, over the scores that it gave. */
export function partsSummarizer<Detail extends PartsDetail>(parts: readonly AnyMetric[]): DetailSummarizer<Detail> {
  const summarizers = parts.map((part) => part.summarize?.())
  return {
    add({ detail }) {
      for (const [index, part] of (detail?.parts ?? []).entries()) summarizers[index]?.add(part.score)
    },
    result() {
      const results = summarizers.flatMap((summarizer, index) => {
        const part = parts[index]
        return summarizer === undefined || part === undefined ? [] : [{ name: part.name, detail: summarizer.result() }]
      })
      const notes = results.flatMap(({ name, detail: { note } }) => (typeof note === 'string' ? [`${name}: ${note}`] : []))
      const found: JsonObject = { parts: results }
      return notes.length === 0 ? found : { ...found, note: notes.join('; ') }
    },
  }
}
