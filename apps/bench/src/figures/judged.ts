import type { Label } from '@assay/stats'
import type { FixtureItem } from '../fixtures/fixture-item.ts'
import type { JudgeResult } from './bench-result.ts'
import type { EffortFigures, InjectionFigures } from './judge-conduct.ts'

/** What a judge said of one item: of the first time it was asked, with all times in `repeats` where there were several. */
export type ItemVerdict = {
  /** `null`: unscored. */
  readonly verdict: Label | null
  readonly cause?: string
  readonly probability?: number
  readonly reason?: string
  readonly repeats?: readonly (Label | null)[]
}

export type JudgeIdentity = Pick<JudgeResult, 'key' | 'name' | 'kind' | 'isFloor' | 'strategy' | 'signature' | 'threshold' | 'notes'>

/** Verdicts by item id. */
export type Verdicts = ReadonlyMap<string, ItemVerdict>

/** A judge with all that was collected of it. */
export type Judged = {
  readonly judge: JudgeIdentity
  readonly verdicts: Verdicts
  /** Of the same items with their contexts altered. */
  readonly altered?: { readonly reversed: Verdicts; readonly distractors: Verdicts }
  readonly injection?: InjectionFigures
  readonly effort: EffortFigures
}

/** A name for the cluster of an item that no other source shares. The same text each time: it is looked up more often than made. */
export function clusterOf(item: FixtureItem): string {
  let name = names.get(item)
  if (name === undefined) names.set(item, (name = `${item.source}\n${item.cluster}`))
  return name
}

const names = new WeakMap<FixtureItem, string>()
