import { type AssayError, configError, type UnscoredCause } from '@assay/core'
import { counted, type GateResult } from '@assay/reporters'
import { type EvaluatedRow, systemCauses } from '@assay/runner'
import { nearestName } from '@assay/text'

/**
 * How many rows may be left unscored: for any cause, and for single ones. A cause in the system under test, such as declining to answer,
 * is no failure: it counts only if it is named.
 */
export type AllowedUnscored = { readonly any: number; readonly byCause: ReadonlyMap<string, number> }

/**
 * Reads `--allow-unscored 5` and `--allow-unscored refused:3`, each given once. `from` is where they were written.
 * @throws AssayError `config` for any other form.
 */
export function parseAllowedUnscored(texts: readonly string[], from = '--allow-unscored'): AllowedUnscored {
  const wrong = (text: string, what: string): AssayError => configError(`${from} ${text}: ${what}.`)
  const byCause = new Map<string, number>()
  let any: number | undefined
  for (const text of texts) {
    const [, cause, digits] = /^(?:([a-z_]+):)?(\d+)$/.exec(text) ?? []
    const count = Number(digits)
    if (digits === undefined || !Number.isSafeInteger(count))
      throw wrong(text, 'expected a number of rows, or cause:number as in refused:3')
    if (cause === undefined) {
      if (any !== undefined) throw wrong(text, 'a number of rows was given before')
      any = count
    } else {
      if (!CAUSES.has(cause)) throw wrong(text, `there is no cause ${cause}.${hint(cause)} Causes are ${[...CAUSES].join(', ')}`)
      if (byCause.has(cause)) throw wrong(text, `${cause} was given before`)
      byCause.set(cause, count)
    }
  }
  return { any: any ?? 0, byCause }
}

export type UnscoredWatch = {
  readonly rows: (rows: readonly EvaluatedRow[]) => void
  /** Rows so far with at least one unscored score, for any cause. */
  readonly count: () => number
  readonly isWithin: (allowed: AllowedUnscored) => boolean
  /** Why they are unscored, with the first reason of the most frequent cause. */
  readonly why: () => string
  /** The message if too many rows are unscored; `from` is where the limit was written. */
  readonly result: (from: string, allowed: AllowedUnscored) => GateResult
}

/** Counts rows by their causes. */
export function createUnscoredWatch(): UnscoredWatch {
  /** By the set of causes in a row: there are few sets, and the limit is known only at the end. */
  const bySet = new Map<string, { readonly causes: readonly string[]; rows: number }>()
  const firstReasons = new Map<string, string>()
  let count = 0
  let total = 0

  function why(): string {
    const rows = new Map<string, number>()
    for (const entry of bySet.values()) for (const cause of entry.causes) rows.set(cause, (rows.get(cause) ?? 0) + entry.rows)
    const causes = [...rows].toSorted(([, a], [, b]) => b - a)
    const first = firstReasons.get(causes[0]?.[0] ?? '')
    const example = first === undefined ? '' : `. The first${causes.length > 1 ? ` ${causes[0]?.[0]}` : ''}: ${first}`
    return `${causes.map(([cause, times]) => `${times} ${cause}`).join(', ')}${example}`
  }

  return {
    rows(rows) {
      total += rows.length
      for (const { result } of rows) {
        const causes = causesOf(result.scores, firstReasons)
        if (causes.length === 0) continue
        count += 1
        const key = causes.join()
        const known = bySet.get(key) ?? { causes, rows: 0 }
        known.rows += 1
        bySet.set(key, known)
      }
    },
    count: () => count,
    why,
    result(from, allowed) {
      const rows = Array.from(bySet.values()).reduce((sum, entry) => sum + (countsIn(entry, allowed) ? entry.rows : 0), 0)
      return { text: `unscored: ${rows} of ${counted(total, 'row')}, more than ${from} says: ${why()}`, held: null }
    },
    isWithin({ any, byCause }) {
      let others = 0
      const found = new Map<string, number>()
      for (const { causes, rows } of bySet.values()) {
        if (causes.some((cause) => !byCause.has(cause) && !OF_SYSTEM.has(cause))) others += rows
        for (const cause of causes) found.set(cause, (found.get(cause) ?? 0) + rows)
      }
      return others <= any && [...byCause].every(([cause, most]) => (found.get(cause) ?? 0) <= most)
    },
  }
}

const OF_SYSTEM: ReadonlySet<string> = systemCauses

/** Whether rows with these causes count against the limit. */
function countsIn({ causes }: { readonly causes: readonly string[] }, { byCause }: AllowedUnscored): boolean {
  return causes.some((cause) => byCause.has(cause) || !OF_SYSTEM.has(cause))
}

function causesOf(scores: EvaluatedRow['result']['scores'], firstReasons: Map<string, string>): string[] {
  const causes: string[] = []
  for (const name in scores) {
    const score = scores[name]
    if (score?.status === 'unscored' && !causes.includes(score.cause)) {
      causes.push(score.cause)
      if (!firstReasons.has(score.cause)) firstReasons.set(score.cause, score.reason)
    }
  }
  return causes.length > 1 ? causes.sort() : causes
}

const CAUSES: ReadonlySet<string> = new Set<UnscoredCause>([
  'missing_field',
  'empty_reference',
  'empty_response',
  'empty_user_input',
  'undecided',
  'no_claims',
  'no_majority',
  'declined',
  'nothing_recalled',
  'auth',
  'quota',
  'rate_limit',
  'overloaded',
  'timeout',
  'connection',
  'context_overflow',
  'request_too_large',
  'model_not_found',
  'bad_request',
  'unsupported_parameter',
  'provider',
  'empty_reply',
  'invalid_reply',
  'truncated',
  'refused',
  'content_filter',
  'data',
  'config',
  'budget',
  'aborted',
])

function hint(cause: string): string {
  const nearest = nearestName(cause, [...CAUSES])
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`
}
