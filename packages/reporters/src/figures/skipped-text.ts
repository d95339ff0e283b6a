import type { SkippedKind, SkippedSummary } from '@assay/runner'
import { counted, shownCount } from './shown-number.ts'

/** `4 checks were skipped: factuality (2), contains, cost` */
export function skippedText({ count, kinds }: SkippedSummary): string {
  const names = new Map<string, number>()
  for (const { name, count: times } of kinds) names.set(name, (names.get(name) ?? 0) + times)
  const named = Array.from(names, ([name, times]) => (times === 1 ? name : `${name} (${shownCount(times)})`))
  return `${counted(count, 'check')} ${count === 1 ? 'was' : 'were'} skipped: ${named.join(', ')}`
}

/** For one kind of skipped check: how often, where first, and why. */
export function skippedReason({ count, place, reason }: SkippedKind): string {
  const where = place === undefined ? '' : `${place}: `
  return `${where}${reason}${count === 1 ? '' : ` (${shownCount(count)} times)`}`
}
