import { averageOfMeans } from '@assay/stats'
import type { FixtureItem } from '../fixtures/fixture-item.ts'
import { agreementFigures, type MeasuredAgreement, rateFigure } from './agreement-figures.ts'
import type { JudgeFigures, SourceFigures } from './bench-result.ts'
import type { Verdicts } from './judged.ts'
import { perClaimFigures } from './per-claim-figures.ts'
import { rowRecallFigures } from './row-recall-figures.ts'

export type FigureOptions = {
  /** The level of all intervals, in (0, 1). */
  readonly level: number
  /** Sources left out of the headline. */
  readonly apart: readonly string[]
}

/** All figures of one judge over one set of items. */
export function judgeFigures(items: readonly FixtureItem[], verdicts: Verdicts, { level, apart }: FigureOptions): JudgeFigures {
  const measured = Array.from(bySource(items), ([source, own]) => ({ source, own, ...agreementFigures(own, verdicts, level) }))
  const sources = measured.map(({ source, own, figures }): SourceFigures => ({
    source,
    isApart: apart.includes(source),
    ...figures,
    perClaim: perClaimFigures(own, verdicts, level),
    rowRecall: rowRecallFigures(own, verdicts),
  }))
  return {
    headline: headlineOf(
      measured.filter(({ source }) => !apart.includes(source)),
      level,
    ),
    sources,
    pooled: agreementFigures(items, verdicts, level).figures,
  }
}

/** The items of each source, sources in the order of their first item. */
export function bySource(items: readonly FixtureItem[]): ReadonlyMap<string, readonly FixtureItem[]> {
  return Map.groupBy(items, ({ source }) => source)
}

/** A judge without verdicts on a source has no headline: its mean would be over other sources than that of the others. */
function headlineOf(measured: readonly (MeasuredAgreement & { readonly source: string })[], level: number): JudgeFigures['headline'] {
  const sources = measured.map(({ source }) => source)
  if (measured.length === 0) return { sources, value: null, interval: null, noInterval: 'every source is left out of the headline' }
  const unseen = measured.filter(({ figures }) => figures.scored === 0).map(({ source }) => source)
  if (unseen.length > 0) return { sources, value: null, interval: null, noInterval: `no verdict on ${unseen.join(', ')}` }
  const average = averageOfMeans(
    measured.map(({ balancedAccuracy }) => balancedAccuracy),
    { level },
  )
  return { sources, ...rateFigure(average) }
}
