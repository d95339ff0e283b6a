import { type FoldedText, foldText } from './fold-text.ts'

export type QuotePlace = {
  /** Index in the list of contexts searched. */
  readonly context: number
  /** In the original context, in UTF-16 units; only where the quote stands there as one piece. */
  readonly span?: readonly [start: number, end: number]
}

/** Where a quote leaves something out. */
const ELLIPSIS = /\[(?:…|\.{3})\]|…|\.{3,}/u

/**
 * Looks for quotes in contexts. A quote is found where every part of at least `minQuote` code points stands in one context, and there
 * is such a part; a context shorter than that must be quoted whole. The context that was named is tried first.
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
  return (quote, named) => {
    const parts = quote.split(ELLIPSIS).map((part) => foldText(part).text)
    const order = contexts.map((_, index) => index)
    if (named !== undefined) order.sort((a, b) => Number(b === named) - Number(a === named))
    for (const context of order) {
      const place = placeIn(foldedContext(context), parts, minQuote)
      if (place !== undefined) return { context, ...(place === 'in parts' ? {} : { span: place }) }
    }
    return undefined
  }
}

function placeIn(context: FoldedText, parts: readonly string[], minQuote: number): readonly [number, number] | 'in parts' | undefined {
  const short = codePointCount(context.text) < minQuote
  const counted = parts.filter((part) => part !== '' && (short ? part === context.text : codePointCount(part) >= minQuote))
  if (counted.length === 0) return undefined
  const places = counted.map((part) => context.text.indexOf(part))
  if (places.includes(-1)) return undefined
  const [at] = places
  const [part] = counted
  if (parts.length > 1 || at === undefined || part === undefined) return 'in parts'
  const start = context.starts[at]
  const end = context.ends[at + part.length - 1]
  return start === undefined || end === undefined ? 'in parts' : [start, end]
}

function codePointCount(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
