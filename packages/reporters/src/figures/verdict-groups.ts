import { isRecord, listOf, textOf } from './read-json.ts'

/** What a judge was asked about one thing, and how it answered. */
type JudgedItem = {
  /** A claim, a name. Absent where it is a retrieved context. */
  readonly text?: string
  /** Of the retrieved context that it is, from 0. */
  readonly context?: number
  readonly answer: 'yes' | 'no' | 'undecided'
  readonly reason: string
  readonly votes: readonly unknown[]
  readonly evidence: readonly unknown[]
}

/** Items that were judged alike. */
export type VerdictGroup = {
  /** What was judged by what; empty where there is but one group of the kind that all know. */
  readonly title: string
  /** What yes and no mean. */
  readonly words: readonly [yes: string, no: string]
  /** What an item that is not answered with yes is called among what a row lacks; absent where that is no lack. */
  readonly lack?: string
  readonly items: readonly JudgedItem[]
}

const SUPPORTED = ['supported', 'unsupported'] as const

/** The verdicts that the detail of a judged metric holds, read by its shape. Empty for any other detail. */
export function verdictGroups(detail: unknown): VerdictGroup[] {
  if (!isRecord(detail)) return []
  const { claims, entities, verdicts, response, reference, relevance, byContexts, byReference, byResponse, retrieved } = detail
  const of = (listed: unknown, given: unknown, about: Omit<VerdictGroup, 'items'>): VerdictGroup[] =>
    Array.isArray(given) ? [{ ...about, items: judgedClaims(listed, given) }] : []
  const side = (given: unknown, about: Omit<VerdictGroup, 'items'>): VerdictGroup[] =>
    isRecord(given) ? of(given['claims'], given['verdicts'], about) : []
  return [
    ...(entities === undefined
      ? of(claims, verdicts, { title: '', words: SUPPORTED, lack: 'claim' })
      : of(entities, verdicts, { title: '', words: ['mentioned', 'missing'], lack: 'name' })),
    ...side(response, { title: 'Claims of the response, by the reference', words: SUPPORTED, lack: 'claim' }),
    ...side(reference, {
      title: 'Claims of the reference, by the response',
      words: ['stated', 'unstated'],
      lack: 'claim of the reference',
    }),
    ...of(claims, relevance, { title: 'Claims of the response, by the question', words: ['helpful', 'irrelevant'], lack: 'claim' }),
    ...of(claims, byContexts, { title: 'By the contexts together', words: SUPPORTED }),
    ...of(claims, byReference, { title: 'By the reference', words: SUPPORTED }),
    ...of(claims, byResponse, { title: 'By the response', words: ['stated', 'unstated'] }),
    ...(Array.isArray(retrieved)
      ? [
          {
            title: 'Retrieved contexts',
            words: ['useful', 'useless'] as const,
            lack: 'context',
            items: retrieved.filter(isRecord).map(judgedContext),
          },
        ]
      : []),
  ]
}

function judgedClaims(listed: unknown, verdicts: readonly unknown[]): JudgedItem[] {
  const texts = new Map(
    listOf(listed)
      .filter(isRecord)
      .map(({ id, text }) => [id, text]),
  )
  return verdicts.filter(isRecord).map(({ claim, outcome, reason, votes, evidence }) => ({
    text: textOf(texts.get(claim) ?? claim),
    answer: outcome === 'supported' ? 'yes' : outcome === 'unsupported' ? 'no' : 'undecided',
    reason: textOf(reason),
    votes: listOf(votes),
    evidence: listOf(evidence),
  }))
}

function judgedContext({ index, useful, reason, votes, evidence }: Record<string, unknown>): JudgedItem {
  return {
    ...(typeof index === 'number' ? { context: index } : {}),
    answer: useful === true ? 'yes' : useful === false ? 'no' : 'undecided',
    reason: textOf(reason),
    votes: listOf(votes),
    evidence: listOf(evidence),
  }
}
