import type { Sample } from '@assay/core'
import type { Strategy } from '../figures/bench-result.ts'
import type { FixtureItem } from '../fixtures/fixture-item.ts'

/** How a question differs from the plain one. */
export type Variant = 'plain' | 'reversed' | 'distractors' | 'injection'

/** What is put to a judge at once: statements before the same contexts. Ids are those of items, or of cases of injection. */
export type Question = {
  readonly id: string
  /** Judges of this strategy are asked; `null`: all. */
  readonly strategy: Strategy | null
  readonly variant: Variant
  readonly statements: readonly { readonly id: string; readonly text: string }[]
  readonly contexts: readonly string[]
  readonly userInput?: string | undefined
}

/** Statements that are put to a judge in one call at most. */
const LARGEST_GROUP = 8

/** The plain questions of a strategy: an item each, or up to eight with equal contexts and the same question together. */
export function plainQuestions(items: readonly FixtureItem[], strategy: Strategy): Question[] {
  return groupsOf(items, strategy).flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const statements = group.map(({ id, statement }) => ({ id, text: statement }))
    const { contexts, userInput } = first
    return [{ id: `${strategy} ${first.id}`, strategy, variant: 'plain', statements, contexts, userInput }]
  })
}

/** Whether two items stand before equal contexts, so that asking them together differs from asking them apart. */
export function hasGroups(items: readonly FixtureItem[]): boolean {
  return groupsOf(items, 'batched').some((group) => group.length > 1)
}

/** As a runner takes it: the statements stand in the reference, which `statementExtractor` reads back. */
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
