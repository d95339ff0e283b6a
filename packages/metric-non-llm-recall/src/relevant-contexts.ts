import { type ContextField, type Metric, type Sample, type Runtime, type Score, scored } from '@assay/core'
import { compareRow, counted, reachOf } from './compared-row.ts'
import { distinctTexts } from './context-texts.ts'
import type { MetricKindName } from './option-checks.ts'
import { type NonLlmPrecisionOptions, type PrecisionSettings, precisionSettings } from './precision-settings.ts'

export type NonLlmPrecisionDetail = {
  /** How many retrieved contexts are relevant. */
  readonly hits: number
  /** How many retrieved contexts count: blank ones do not, and equal ones count once. */
  readonly total: number
  /** How many were left out as repeats. */
  readonly repeats: number
  /** One for each that counts, in their order. */
  readonly contexts: readonly RetrievedContextResult[]
}

export type RetrievedContextResult = {
  /** 0-based index in the sample's full list of retrieved contexts. */
  readonly index: number
  readonly relevant: boolean
  /** 0-based index, in the sample's full list, of a reference context to which it is similar enough: an equal one if there is one, else the likeliest. */
  readonly reference: number | null
  /** The similarity to that one, or to the best if none is similar enough; `null` if bounds decided. */
  readonly similarity: number | null
}

type PrecisionKind = MetricKindName & {
  readonly version: string
  /** Computes the value from the relevance of each retrieved context, best rank first; there is at least one. */
  readonly precisionOf: (relevant: readonly boolean[]) => number
}

/** The part that both kinds share: which retrieved contexts are relevant. @throws AssayError `config` for options out of range. */
export function precisionMetric(kind: PrecisionKind, options: NonLlmPrecisionOptions): Metric<ContextField, NonLlmPrecisionDetail> {
  const settings = precisionSettings(kind, kind.version, options)
  return {
    specificationVersion: 'v1',
    name: settings.name,
    version: kind.version,
    kind: 'non-llm',
    evidence: 'exact',
    direction: 'maximize',
    needs: ['referenceContexts', 'retrievedContexts'],
    signature: settings.signature,
    config: settings.config,
    score: (sample, runtime) => precision(sample, kind, settings, runtime),
  }
}

function precision(
  sample: Sample,
  kind: PrecisionKind,
  settings: PrecisionSettings,
  runtime: Runtime | undefined,
): Promise<Score<NonLlmPrecisionDetail>> {
  const { signature } = settings
  return compareRow(sample, { ...settings, runtime }, async (row, find, used) => {
    const retrieved = distinctTexts(row.retrieved)
    const repeats = row.retrieved.length - retrieved.length
    const matches = await find('retrieved', retrieved, distinctTexts(row.reference))
    const contexts = retrieved.map(({ index, text }): RetrievedContextResult => {
      const { found, similarity } = matches.get(text) ?? { found: null, similarity: null }
      return { index, relevant: found !== null, reference: found, similarity }
    })
    const relevant = contexts.map((context) => context.relevant)
    const hits = relevant.filter(Boolean).length
    const total = contexts.length
    const value = total === 0 ? 0 : kind.precisionOf(relevant)
    const reason = [reasonFor(relevant, hits, settings), leftOut(repeats)].filter((part) => part !== undefined).join(' ')
    return scored({ signature, value, reason, detail: { hits, total, repeats, contexts }, ...used() })
  })
}

function reasonFor(relevant: readonly boolean[], hits: number, settings: PrecisionSettings): string {
  const total = relevant.length
  if (total === 0) return 'Nothing was retrieved.'
  const are = total === 1 ? 'is' : 'are'
  const first = hits === 0 ? '' : `, ${hits === 1 ? 'at rank' : 'the first at rank'} ${relevant.indexOf(true) + 1}`
  const shown = `${hits} of ${counted(total, 'retrieved context')} ${are} similar enough to a reference context (${reachOf(settings)})`
  return `${shown}${first}.`
}

function leftOut(repeats: number): string | undefined {
  if (repeats === 0) return undefined
  return `${counted(repeats, 'repeated retrieved context')} ${repeats === 1 ? 'was' : 'were'} left out before.`
}
