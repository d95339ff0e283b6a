import { nearestName } from '@assay/text'
import { contextRecallKind } from './context-recall.ts'
import { gradedKinds } from './graded-kinds.ts'
import type { AssertionKind } from './kind.ts'
import { ragKinds } from './rag-kinds.ts'
import { similarKind } from './similar.ts'
import { textKinds } from './text-kinds.ts'

const KINDS: readonly AssertionKind[] = [contextRecallKind, ...ragKinds, ...gradedKinds, similarKind, ...textKinds]

const BY_TYPE: ReadonlyMap<string, AssertionKind> = new Map(KINDS.flatMap((kind) => kind.types.map((type) => [type, kind] as const)))

/** The kind of a type without `not-`; `undefined` for one that is not checked. */
export function kindOf(type: string): AssertionKind | undefined {
  return BY_TYPE.get(type)
}

/** Why a type is not checked. */
export function whyUnchecked(type: string): string {
  const nearest = nearestName(type, [...BY_TYPE.keys()])
  return `Assay has no check of this type${nearest === undefined ? '' : ` (did you mean ${nearest}?)`}`
}
