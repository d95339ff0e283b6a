import { type FoldedText, foldText } from './fold-text.ts'
import { indexOfText } from './index-of-text.ts'

export type QuotePlace = {
  /** Index in the list of contexts searched. */
  readonly context: number
  /** In the original context, in UTF-16 units; only if the quote occurs there as one piece. */
  readonly span?: readonly [start: number, end: number]
}

/** Marks of an omission in a quote. */
const ELLIPSIS = /[[(] ?(?:…|\.{3,}) ?[\])]|…|\.{3,}/u

/** A row of dashes or dots is no passage, however long. */
const SAYS_SOMETHING = /[\p{L}\p{N}\p{So}\p{Sc}]/u

/**
 * Looks for quotes in contexts. A quote is found if all its parts of at least `minQuote` code points occur in one context, and there is
 * such a part; a context shorter than that counts if it is quoted whole. The named context is tried first.
 * Time is linear in quote and contexts, for any content.
 */
export function createQuoteFinder(
  contexts: readonly string[],
  minQuote: number,
): (quote: string, named: number | undefined) => QuotePlace | undefined {
  const folded = new Map<number, FoldedText>()
  const foldedContext = (index: number): FoldedText => {
    const known = folded.get(index) ?? foldText(contexts[index] ?? '')
    folded.set(index, known)
    return known
  }
  const known = new Map<string, QuotePlace | undefined>()
  return (quote, named) => {
    const key = `${named ?? ''}:${quote}`
    if (!known.has(key)) known.set(key, search(quote, named))
    return known.get(key)
  }

  function search(quote: string, named: number | undefined): QuotePlace | undefined {
    const whole = foldText(quote).text
    const parts = quote
      .split(ELLIPSIS)
      .map((part) => foldText(part).text)
      .filter((part) => SAYS_SOMETHING.test(part))
    // A context may contain ellipses itself: copied with them, it is one piece.
    const wholeApart = parts.length > 0 && (parts.length > 1 || parts[0] !== whole)
    const tryIn = (context: number): QuotePlace | undefined => {
      const text = foldedContext(context)
      const place = (wholeApart ? placeIn(text, [whole], minQuote) : undefined) ?? placeIn(text, parts, minQuote)
      return place === undefined ? undefined : { context, ...(place === 'in parts' ? {} : { span: place }) }
    }
    const isNamed = named !== undefined && named >= 0 && named < contexts.length
    const first = isNamed ? tryIn(named) : undefined
    if (first !== undefined) return first
    for (let context = 0; context < contexts.length; context += 1) {
      const place = context === named ? undefined : tryIn(context)
      if (place !== undefined) return place
    }
    return undefined
  }
}

function placeIn(context: FoldedText, parts: readonly string[], minQuote: number): readonly [number, number] | 'in parts' | undefined {
  const counted = parts.filter((part) => part === context.text || hasCodePoints(part, minQuote))
  if (counted.length === 0) return undefined
  const places: number[] = []
  for (const part of counted) {
    const at = indexOfText(context.text, part)
    if (at === -1) return undefined
    places.push(at)
  }
  const [at] = places
  const [part] = counted
  if (parts.length > 1 || at === undefined || part === undefined) return 'in parts'
  const start = context.starts[at]
  const end = context.ends[at + part.length - 1]
  return start === undefined || end === undefined ? 'in parts' : [start, end]
}

function hasCodePoints(text: string, least: number): boolean {
  if (text.length >= 2 * least) return true
  let count = 0
  for (const _ of text) count += 1
  return count >= least
}
