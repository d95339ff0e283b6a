import type { Score, ScoreCheck } from '@assay/core'
import { type EvaluatedRow, type SkippedCheck, textAt } from '@assay/runner'
import { clipText } from '../figures/clip-text.ts'
import { rowName } from '../figures/row-name.ts'

/** Longer texts of a row are truncated. */
const MOST_UNITS = 50_000
const MOST_CONTEXTS = 200

/** One row as the page stores it. */
export type PageRow = {
  /** Its name: see `rowName`. */
  readonly id: string
  readonly index: number
  readonly cluster?: string | undefined
  readonly groups?: EvaluatedRow['result']['groups']
  readonly question?: string | undefined
  readonly reference?: string | undefined
  readonly response?: string | undefined
  readonly contexts?: readonly string[] | undefined
  readonly referenceContexts?: readonly string[] | undefined
  readonly gate?: EvaluatedRow['result']['gate']
  readonly skipped?: readonly SkippedCheck[] | undefined
  /** From `badnessOf`, with unscored rows among the worst. The page is sorted by it. */
  readonly badness: number
  readonly scores: Readonly<Record<string, PageScore>>
}

export type PageScore = {
  readonly value: number | null
  readonly range?: readonly [number, number] | undefined
  readonly cause?: string | undefined
  readonly reason: string
  readonly check?: ScoreCheck | undefined
  readonly passed?: boolean | null | undefined
  readonly undecidedAt?: number | undefined
  readonly verdict?: boolean | undefined
  readonly reply?: string | undefined
  readonly repeats?: readonly (number | null)[] | undefined
  readonly detail?: unknown
}

/** A metric as the page's script needs it. */
export type PageMetric = { readonly name: string; readonly direction: 'maximize' | 'minimize' }

/** What the page's script needs besides the rows. */
export type PageRun = { readonly metrics: readonly PageMetric[]; readonly total: number }

export function pageRow({ result, sample }: EvaluatedRow, badness: number): PageRow {
  const { index, cluster, groups, gate, skipped, scores } = result
  return {
    id: rowName(result),
    index,
    cluster,
    groups,
    question: cut(textAt(sample, ['userInput'])),
    reference: cut(textAt(sample, ['reference'])),
    response: cut(textAt(sample, ['response'])),
    contexts: cutAll(sample.retrievedContexts),
    referenceContexts: cutAll(sample.referenceContexts),
    gate,
    skipped,
    badness,
    scores: Object.fromEntries(Object.entries(scores).map(([name, score]) => [name, pageScore(score)])),
  }
}

/** The row as JSON. A detail that JSON cannot represent is left out. Claims and quotes are truncated like other texts. */
export function pageRowJson(row: PageRow): string {
  try {
    return cutJson(row)
  } catch {
    const scores = Object.entries(row.scores).map(([name, score]) => [name, { ...score, detail: undefined }] as const)
    return cutJson({ ...row, scores: Object.fromEntries(scores) })
  }
}

function cutJson(row: PageRow): string {
  const json = JSON.stringify(row)
  if (json.length <= MOST_UNITS) return json
  return JSON.stringify(row, (_name, value: unknown) => (typeof value === 'string' ? clipText(value, MOST_UNITS) : value))
}

function pageScore(score: Score): PageScore {
  const { value, reason, check, passed, detail } = score
  if (score.status === 'unscored') return { value, cause: score.cause, reason, check, passed, reply: score.error?.replyHead, detail }
  const { range, undecidedAt } = score
  return {
    value,
    range,
    verdict: score.verdict,
    reason,
    check,
    passed,
    undecidedAt,
    repeats: score.repeats?.map((repeat) => repeat.value),
    detail,
  }
}

function cut(text: string | null): string | undefined {
  return text === null ? undefined : clipText(text, MOST_UNITS)
}

/** A field that no metric read may be anything, not only a list of texts. */
function cutAll(texts: unknown): readonly string[] | undefined {
  if (!Array.isArray(texts)) return undefined
  return texts.slice(0, MOST_CONTEXTS).map((text: unknown) => cut(textAt(text, [])) ?? '')
}
