import { isRecord, type Sample, type Score } from '@assay/core'

const MOST_IDS = 10

/** One thing that a score lacks. */
export type Shortfall = {
  readonly kind: 'unsupported claim' | 'undecided claim' | 'unmatched reference context' | 'missing id' | 'missing ids'
  readonly text: string
  /** Why, if the metric says so. */
  readonly why: string
}

/**
 * What keeps a score from being perfect, read from the details of the three recalls: claims with verdicts, reference contexts with
 * matches, missing ids. For other metrics the list is empty; their reason explains the score.
 */
export function shortfallsOf(score: Score, sample: Sample): Shortfall[] {
  const detail: unknown = score.detail
  if (!isRecord(detail)) return []
  return [...claimsIn(detail), ...contextsIn(detail, sample), ...idsIn(detail)]
}

function claimsIn({ claims, verdicts }: Record<string, unknown>): Shortfall[] {
  if (!Array.isArray(verdicts)) return []
  const texts = new Map(
    list(claims)
      .filter(isRecord)
      .map(({ id, text }) => [id, text]),
  )
  return verdicts.filter(isRecord).flatMap(({ claim, outcome, reason }): Shortfall[] => {
    if (outcome !== 'unsupported' && outcome !== 'undecided') return []
    return [{ kind: `${outcome} claim`, text: textOf(texts.get(claim) ?? claim), why: textOf(reason) }]
  })
}

function contextsIn({ contexts }: Record<string, unknown>, { referenceContexts }: Sample): Shortfall[] {
  return list(contexts)
    .filter(isRecord)
    .flatMap(({ index, matched, similarity }): Shortfall[] => {
      if (matched !== false || typeof index !== 'number') return []
      const why = typeof similarity === 'number' ? `best similarity ${similarity.toFixed(3)}` : ''
      return [{ kind: 'unmatched reference context', text: referenceContexts?.[index] ?? `number ${index + 1}`, why }]
    })
}

function idsIn({ missing }: Record<string, unknown>): Shortfall[] {
  const ids = list(missing).map(textOf)
  if (ids.length === 0) return []
  const more = ids.length > MOST_IDS ? ` and ${ids.length - MOST_IDS} more` : ''
  return [{ kind: ids.length === 1 ? 'missing id' : 'missing ids', text: ids.slice(0, MOST_IDS).join(', ') + more, why: '' }]
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
