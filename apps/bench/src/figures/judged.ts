import type { Label } from '@assay/stats'
import type { FixtureItem } from '../fixtures/fixture-item.ts'
import type { JudgeResult } from './bench-result.ts'
import type { EffortFigures, InjectionFigures } from './judge-conduct.ts'

/** A judge's verdict on one item: the first one, with all in `repeats` if there were several. */
export type ItemVerdict = {
  /** `null`: unscored. */
  readonly verdict: Label | null
  readonly cause?: string
  readonly probability?: number
  readonly reason?: string
  readonly repeats?: readonly (Label | null)[]
}

export type JudgeIdentity = Pick<JudgeResult, 'key' | 'name' | 'kind' | 'isBaseline' | 'strategy' | 'signature' | 'threshold' | 'notes'>

/** Verdicts by item id. */
export type Verdicts = ReadonlyMap<string, ItemVerdict>

/** A judge with all its verdicts and figures. */
export type Judged = {
  readonly judge: JudgeIdentity
  readonly verdicts: Verdicts
  /** Verdicts on the same items with altered contexts. */
  readonly altered?: { readonly reversed: Verdicts; readonly distractors: Verdicts }
  readonly injection?: InjectionFigures
  readonly effort: EffortFigures
}

/** The cluster of an item, unique over all sources. Cached: figures look it up many times. */
export function clusterOf(item: FixtureItem): string {
  let name = names.get(item)
  if (name === undefined) names.set(item, (name = `${item.source}\n${item.cluster}`))
  return name
}

const names = new WeakMap<FixtureItem, string>()
