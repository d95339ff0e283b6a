import type { FixtureItem } from '../fixtures/fixture-item.ts'

/** What must be said beside the figures of these items. */
export function notesOn(items: readonly FixtureItem[], repeat: number): string[] {
  const has = (prefix: string): boolean => items.some(({ source }) => source.startsWith(prefix))
  const notes = ['Extraction is not measured: every statement was put to the judge as one claim, as it stands.']
  if (has('wice')) {
    notes.push('WiCE: the label was given to the claim, before the whole page, and not to each set of contexts.')
  }
  if (has('expertqa')) notes.push('ExpertQA: noisy labels; shown, and not in the headline.')
  if (repeat > 1) notes.push(`Asked ${repeat} times: figures rest on the first verdict of each item, stability on all of them.`)
  return notes
}
