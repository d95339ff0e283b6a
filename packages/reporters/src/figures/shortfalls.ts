import type { Sample, Score } from '@assay/core'
import { isRecord, listOf, textOf } from './read-json.ts'
import { verdictGroups } from './verdict-groups.ts'

const MOST_IDS = 10

/** One thing a row lacks, or has and should not. */
export type Shortfall = {
  /** As in `unsupported claim`, `missing id`. */
  readonly kind: string
  readonly text: string
  /** Why, if the metric says so. */
  readonly why: string
}

/**
 * What keeps a score from being perfect, read from the details of metrics by their shape: verdicts on claims, names and contexts, claims
 * that were counted, reference contexts with matches, missing ids. Other metrics have none here and speak through their reason.
 */
export function shortfallsOf(score: Score, sample: Sample): Shortfall[] {
  const detail: unknown = score.detail
  if (!isRecord(detail)) return []
  return [...verdictsIn(detail, sample), ...countedIn(detail), ...contextsIn(detail, sample), ...idsIn(detail)]
}

function verdictsIn(detail: Record<string, unknown>, { retrievedContexts }: Sample): Shortfall[] {
  return verdictGroups(detail).flatMap(({ words: [, no], lack, items }) => {
    if (lack === undefined) return []
    return items.flatMap(({ text, context, answer, reason }): Shortfall[] => {
      if (answer === 'yes') return []
      const shown = text ?? (context === undefined ? '' : (retrievedContexts?.[context] ?? `number ${context + 1}`))
      return [{ kind: `${answer === 'no' ? no : 'undecided'} ${lack}`, text: shown, why: reason }]
    })
  })
}

/** Claims that count against the response, and recalled ones that it did not use. */
function countedIn({ claims, counted, recalled, used }: Record<string, unknown>): Shortfall[] {
  const texts = listOf(claims).filter(isRecord)
  const named = (kind: string, ids: ReadonlySet<unknown>): Shortfall[] =>
    texts.filter(({ id }) => ids.has(id)).map(({ text }) => ({ kind, text: textOf(text), why: '' }))
  const inUse = new Set(listOf(used))
  const unused = new Set(listOf(recalled).filter((id) => !inUse.has(id)))
  return [...named('counted claim', new Set(listOf(counted))), ...named('unused claim', unused)]
}

function contextsIn({ contexts }: Record<string, unknown>, { referenceContexts }: Sample): Shortfall[] {
  return listOf(contexts)
    .filter(isRecord)
    .flatMap(({ index, matched, similarity }): Shortfall[] => {
      if (matched !== false || typeof index !== 'number') return []
      const why = typeof similarity === 'number' ? `best similarity ${similarity.toFixed(3)}` : ''
      return [{ kind: 'unmatched reference context', text: referenceContexts?.[index] ?? `number ${index + 1}`, why }]
    })
}

function idsIn({ missing }: Record<string, unknown>): Shortfall[] {
  const ids = listOf(missing).map(textOf)
  if (ids.length === 0) return []
  const more = ids.length > MOST_IDS ? ` and ${ids.length - MOST_IDS} more` : ''
  return [{ kind: ids.length === 1 ? 'missing id' : 'missing ids', text: ids.slice(0, MOST_IDS).join(', ') + more, why: '' }]
}
