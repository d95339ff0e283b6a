import type { GroupComparison, GroupSummary } from '@assay/runner'
import { bestOfText, lettersText, rankedDifference, rankingBasis } from './ranking-texts.ts'
import { counted } from './shown-number.ts'

/** The cells of a group that is compared with others over the same rows: its difference to the best mean, and its letters. */
export function comparedCells(
  { value, isRest }: Pick<GroupSummary, 'value' | 'isRest'>,
  comparison: GroupComparison | undefined,
): string[] {
  if (comparison === undefined) return []
  const line = isRest === true ? undefined : comparison.table.find((one) => one.value === value)
  return line === undefined ? ['', ''] : [rankedDifference(line, 'best mean'), lettersText(line.letters)]
}

/** Which groups do not differ significantly from the best, and on what data; empty if the groups have different rows. */
export function comparisonTexts(comparison: GroupComparison | undefined, escape: (text: string) => string): string[] {
  if (comparison === undefined) return []
  const { table, joined, used } = comparison
  const pairs = (table.length * (table.length - 1)) / 2
  return [
    bestOfText({ ...comparison, count: table.length }, 'group', escape),
    [...rankingBasis(comparison, pairs), `${used === joined ? '' : `${used} of `}${counted(joined, 'row')} that all groups have`].join(
      '; ',
    ),
  ]
}
