import type { AnyMetric, DetailSummarizer, JsonObject } from '@assay/core'
import type { PartsDetail } from './composite-metric.ts'

/** Summarizes the scores of each part that has a summarizer. */
export function partsSummarizer<Detail extends PartsDetail>(parts: readonly AnyMetric[]): DetailSummarizer<Detail> {
  const summarizers = parts.map((part) => part.summarize?.())
  return {
    add({ detail }, row) {
      for (const [index, part] of (detail?.parts ?? []).entries()) summarizers[index]?.add(part.score, row)
    },
    result() {
      const results = summarizers.flatMap((summarizer, index) => {
        const part = parts[index]
        const detail = summarizer?.result() ?? null
        return detail === null || part === undefined ? [] : [{ name: part.name, detail }]
      })
      if (results.length === 0) return null
      const notes = results.flatMap(({ name, detail: { note } }) => (typeof note === 'string' ? [`${name}: ${note}`] : []))
      const warnings = results.flatMap(({ detail: { warning } }) => (typeof warning === 'string' ? [warning] : []))
      const found: JsonObject = { parts: results }
      return {
        ...found,
        ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
        ...(warnings.length === 0 ? {} : { warning: warnings.join(' ') }),
      }
    },
  }
}
