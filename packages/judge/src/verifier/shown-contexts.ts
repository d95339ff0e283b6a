import { isBlank } from '@assay/text'

/** The contexts of a call, the place of each in the sample's full list, and its offset in that context (0 for a whole one). */
export type ShownContexts = { readonly texts: readonly string[]; readonly indices: readonly number[]; readonly offsets: readonly number[] }

/** Without blank ones and exact repeats, so that neither can change a verdict. */
export function shownContexts(contexts: readonly string[]): ShownContexts {
  const first = new Map<string, number>()
  for (const [index, text] of contexts.entries()) if (!isBlank(text) && !first.has(text)) first.set(text, index)
  return { texts: [...first.keys()], indices: [...first.values()], offsets: Array.from(first, () => 0) }
}
