import { contextRecallKind } from './context-recall.ts'
import type { AssertionKind } from './kind.ts'
import { levenshteinKind } from './levenshtein.ts'
import { similarKind } from './similar.ts'

const KINDS: readonly AssertionKind[] = [contextRecallKind, levenshteinKind, similarKind]

const BY_TYPE: ReadonlyMap<string, AssertionKind> = new Map(KINDS.flatMap((kind) => kind.types.map((type) => [type, kind] as const)))

/** The kind of a type without `not-`; `undefined` for one that is not checked. */
export function kindOf(type: string): AssertionKind | undefined {
  return BY_TYPE.get(type)
}

/** `context-recall, levenshtein and similar`. */
export function kindNames(): string {
  const names = KINDS.map(({ types: [name] }) => name)
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
