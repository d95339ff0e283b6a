import { isRecord } from '@assay/core'
import type { PageScore } from '../../html/page-row.ts'

/** What the page's matrix holds of a row: `null` where a run left it unscored. */
export type MatrixRow = {
  readonly id: string
  readonly cluster?: string | undefined
  readonly groups?: Readonly<Record<string, string | null>> | undefined
  readonly question?: string | undefined
  /** By the place of the metric, then of the run. */
  readonly scores: readonly (readonly (number | null)[])[]
}

/** What all runs have of a row. */
export type SharedPart = {
  readonly question?: string | undefined
  readonly reference?: string | undefined
  readonly referenceContexts?: readonly string[] | undefined
  readonly referenceContextIds?: readonly string[] | undefined
}

/** What one run has of it. */
export type RunPart = {
  readonly response?: string | undefined
  readonly contexts?: readonly string[] | undefined
  readonly contextIds?: readonly string[] | undefined
  readonly scores: Readonly<Record<string, PageScore>>
}

/** A row as it is opened: what all have, and of each run what it found; `null` where nothing of it is on the page. */
export type RowDetail = { readonly shared: SharedPart; readonly runs: readonly (RunPart | null)[] }

/** What the page's script is told besides the rows. */
export type PageComparison = {
  readonly runs: readonly string[]
  readonly metrics: readonly { readonly name: string; readonly direction: 'maximize' | 'minimize' }[]
  readonly groups: readonly string[]
  readonly total: number
  /** Whether the reports keep what rows asked and were given. */
  readonly hasSamples: boolean
}

export function sharedPart(row: Readonly<Record<string, unknown>>): SharedPart {
  const sample = isRecord(row['sample']) ? row['sample'] : {}
  return {
    question: textIn(sample['userInput']),
    reference: textIn(sample['reference']),
    referenceContexts: textsIn(sample['referenceContexts']),
    referenceContextIds: textsIn(sample['referenceContextIds']),
  }
}

/** @param metrics those that are compared: of others nothing is kept. */
export function runPart(row: Readonly<Record<string, unknown>>, metrics: readonly string[]): RunPart {
  const sample = isRecord(row['sample']) ? row['sample'] : {}
  const scores = isRecord(row['scores']) ? row['scores'] : {}
  return {
    response: textIn(sample['response']),
    contexts: textsIn(sample['retrievedContexts']),
    contextIds: textsIn(sample['retrievedContextIds']),
    scores: Object.fromEntries(
      metrics.flatMap((name) => {
        const score = Object.hasOwn(scores, name) ? scores[name] : undefined
        return isRecord(score) ? [[name, pageScore(score)]] : []
      }),
    ),
  }
}

function pageScore(score: Record<string, unknown>): PageScore {
  const { value, cause, reason, range, error, detail } = score
  return {
    value: typeof value === 'number' ? value : null,
    cause: textIn(cause),
    reason: textIn(reason) ?? '',
    range: spanIn(range),
    reply: isRecord(error) ? textIn(error['replyHead']) : undefined,
    detail,
  }
}

function spanIn(value: unknown): readonly [number, number] | undefined {
  const [low, high]: readonly unknown[] = Array.isArray(value) ? value : []
  return typeof low === 'number' && typeof high === 'number' ? [low, high] : undefined
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function textsIn(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined
}
