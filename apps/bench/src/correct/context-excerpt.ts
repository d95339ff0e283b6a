import { isBlank, splitSentences, wordTokens } from '@assay/text'

const CUT = '[…]'

/**
 * The contexts of a row for a person who labels a claim: numbered, without blank and repeated ones. If they are longer than `budget`
 * characters, only the sentences that share most words with the claim remain, and `[…]` marks the gaps; words that are rare in the row
 * weigh more. The judge's quotes have no influence, so that they do not steer the labels.
 */
export function contextExcerpt(contexts: readonly string[], claim: string, budget: number): string {
  const seen = new Set<string>()
  const distinct = contexts.flatMap((text, at) => {
    if (isBlank(text) || seen.has(text)) return []
    seen.add(text)
    return [{ number: at + 1, text }]
  })
  const length = distinct.reduce((sum, { text }) => sum + text.length, 0)
  if (length <= budget) return distinct.map(({ number, text }) => `[${number}] ${text.trim()}`).join('\n\n')
  return shortened(distinct, claim, budget)
}

type Piece = { readonly context: number; readonly text: string; readonly weight: number }

function shortened(distinct: readonly { readonly number: number; readonly text: string }[], claim: string, budget: number): string {
  const wanted = new Set(wordTokens(claim))
  const sentences = distinct.flatMap(({ number, text }) =>
    splitSentences(text)
      .flatMap((sentence) => stretches(sentence.text))
      .map((stretch) => ({ context: number, text: stretch })),
  )
  const counts = new Map<string, number>()
  const wordsOf = sentences.map(({ text }) => new Set(wordTokens(text)))
  for (const words of wordsOf) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const pieces = sentences.map(({ context, text }, at): Piece => {
    let weight = 0
    for (const word of wordsOf[at] ?? []) if (wanted.has(word)) weight += Math.log(1 + sentences.length / (counts.get(word) ?? 1))
    return { context, text, weight }
  })
  const chosen = new Set<Piece>()
  let left = budget
  for (const piece of pieces.toSorted((a, b) => b.weight - a.weight)) {
    if (piece.text.length > left) continue
    chosen.add(piece)
    left -= piece.text.length
  }
  return distinct
    .map(
      ({ number }) =>
        `[${number}] ${joined(
          pieces.filter(({ context }) => context === number),
          chosen,
        )}`,
    )
    .join('\n\n')
}

/** Cuts a long sentence into pieces, between words if it has any. */
function stretches(sentence: string): string[] {
  const parts: string[] = []
  let rest = sentence.trim()
  while (rest.length > LONGEST_PIECE) {
    const space = rest.lastIndexOf(' ', LONGEST_PIECE)
    const end = space > 0 ? space : LONGEST_PIECE
    parts.push(rest.slice(0, end).toWellFormed())
    rest = rest.slice(end).trim()
  }
  return [...parts, rest.toWellFormed()]
}

const LONGEST_PIECE = 400

function joined(pieces: readonly Piece[], chosen: ReadonlySet<Piece>): string {
  const parts: string[] = []
  for (const piece of pieces) {
    if (chosen.has(piece)) parts.push(piece.text)
    else if (parts.at(-1) !== CUT) parts.push(CUT)
  }
  return parts.join(' ')
}
