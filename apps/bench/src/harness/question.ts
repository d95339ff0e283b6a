import type { Sample } from '@assay/core'
import type { Strategy } from '../figures/bench-result.ts'
import type { FixtureItem } from '../fixtures/fixture-item.ts'

/** How a question differs from the plain one. */
export type Variant = 'plain' | 'reversed' | 'distractors' | 'injection'

/** What a judge gets in one sample: statements with the same contexts. Their ids are those of items or of injection cases. */
export type Question = {
  readonly id: string
  /** Only judges with this strategy get it; `null` for all. */
  readonly strategy: Strategy | null
  readonly variant: Variant
  readonly statements: readonly { readonly id: string; readonly text: string }[]
  readonly contexts: readonly string[]
  readonly userInput?: string | undefined
}

/** The most statements in one call. */
const LARGEST_GROUP = 8

/** The plain questions of a strategy: one per item, or one for up to eight items with equal contexts and user input. */
export function plainQuestions(items: readonly FixtureItem[], strategy: Strategy): Question[] {
  return groupsOf(items, strategy).flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const statements = group.map(({ id, statement }) => ({ id, text: statement }))
    const { contexts, userInput } = first
    return [{ id: `${strategy} ${first.id}`, strategy, variant: 'plain', statements, contexts, userInput }]
  })
}

/** Whether two items have equal contexts, so that `batched` differs from `per-claim`. */
export function hasGroups(items: readonly FixtureItem[]): boolean {
  return groupsOf(items, 'batched').some((group) => group.length > 1)
}

/** A question as a sample: the reference holds the statements, and `statementExtractor` reads them back. */
export function sampleOf({ id, statements, contexts, userInput }: Question): Sample & { readonly id: string } {
  return {
    id,
    reference: JSON.stringify(statements.map(({ text }) => text)),
    retrievedContexts: contexts,
    ...(userInput === undefined ? {} : { userInput }),
  }
}

function groupsOf(items: readonly FixtureItem[], strategy: Strategy): FixtureItem[][] {
  if (strategy === 'per-claim') return items.map((item) => [item])
  const alike = Map.groupBy(items, ({ contexts, userInput }) => JSON.stringify([contexts, userInput ?? null]))
  return Array.from(alike.values(), (group) =>
    Array.from({ length: Math.ceil(group.length / LARGEST_GROUP) }, (_, at) => group.slice(at * LARGEST_GROUP, (at + 1) * LARGEST_GROUP)),
  ).flat()
}
