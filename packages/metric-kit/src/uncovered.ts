import type { Claim } from '@assay/judge'
import { codePoints, runFinder, segmentedWords, splitSentences } from '@assay/text'

/** A hint for people, not part of the value. */
export type Uncovered = {
  /** Sentence units of the text that share no content word with any claim. */
  readonly sentences: readonly string[]
  /** Numbers of the text that occur in no claim. */
  readonly numbers: readonly string[]
}

const GROUPING = /[.,\u066B\u066C]/gu

export function uncovered(whole: string, claims: readonly Claim[]): Uncovered {
  const plain = new Set(claims.flatMap(({ text }) => plainWords(text)))
  const words = lazily(() => new Set(claims.flatMap(({ text }) => segmentedWords(text.normalize('NFKC')))))
  const numbers = new Set(claims.flatMap(({ text }) => numbersIn(text).map(plainNumber)))
  return {
    sentences: splitSentences(whole)
      .map(({ text }) => text)
      .filter((text) => !plainWords(text).some((word) => plain.has(word)) && !contentWords(text).some((word) => words().has(word))),
    numbers: [...new Set(numbersIn(whole))].filter((number) => !numbers.has(plainNumber(number))),
  }
}

/**
 * Content words that are recognised without a dictionary: at least four ASCII letters between spaces, followed by at most a full stop or
 * comma. One of them on both sides decides most sentences, at a tenth of the cost.
 */
const PLAIN_WORD = /(?<![^ \n])[a-z]{4,100}(?=[.,]?(?![^ \n]))/g

function plainWords(text: string): string[] {
  return text.toLowerCase().match(PLAIN_WORD) ?? []
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** Words long enough to be more than grammar in any language: without the limit two sentences would always share an article. */
function contentWords(sentence: string): string[] {
  const words = segmentedWords(sentence.normalize('NFKC'))
  const content = words.filter((word) => /\p{N}|\p{Script=Han}|\p{Script=Katakana}/u.test(word) || codePoints(word).length >= 4)
  return content.length === 0 ? words : content
}

const digitRuns = runFinder('\\p{N}.,\\u066B\\u066C')
/** A full stop or comma is part of a number only between two digits. */
const BETWEEN_NUMBERS = /(?<!\p{N})[.,\u066B\u066C]|[.,\u066B\u066C](?!\p{N})/u

function numbersIn(text: string): string[] {
  return digitRuns(text).flatMap((run) => run.split(BETWEEN_NUMBERS).filter((number) => number !== ''))
}

/** 1,000 and 1000 are one number. So are 1.5 and 15, which only makes the hint more careful. */
function plainNumber(number: string): string {
  return number.normalize('NFKC').replace(GROUPING, '')
}
