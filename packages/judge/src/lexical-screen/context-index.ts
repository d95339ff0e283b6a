import { isBlank, normalizeNfc, splitSentences, wordTokens } from '@assay/text'
import type { StemmedWord } from './familiar-language.ts'
import { type Polarity, polarityOf } from './negation.ts'
import { numberMentions } from './number-mentions.ts'
import { wordForms } from './word-forms.ts'

/** The position of a sentence in the contexts. */
export type ContextSentence = {
  /** 0-based index in the full list of contexts. */
  readonly context: number
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The contexts of one sample, indexed once for all its claims. Blank and repeated contexts are left out. */
export type ContextIndex = {
  readonly sentences: readonly ContextSentence[]
  /** The sentences with a word, ascending; those with a word of this stem; those with a word of this beginning. */
  readonly byWord: (word: string) => readonly number[]
  readonly byStem: (stem: string) => readonly number[]
  readonly byBeginning: (beginning: string) => readonly number[]
  /** What a sentence negates. */
  readonly polarity: (sentence: number) => Polarity
  readonly hasBigram: (first: string, second: string) => boolean
  readonly hasNumber: (reading: string) => boolean
  /** The different words of the contexts. */
  readonly words: () => Iterable<StemmedWord>
  /** The first sentence with exactly this text, apart from end marks and surrounding space. */
  readonly verbatim: (text: string) => number | undefined
  /** The indexed contexts, with their index in the full list. */
  readonly texts: readonly { readonly context: number; readonly text: string }[]
}

/** Linear in the length of the contexts. */
export function indexContexts(contexts: readonly string[]): ContextIndex {
  const texts = distinctTexts(contexts)
  const sentences: ContextSentence[] = []
  const words = new Map<string, WordEntry>()
  const stems = new Map<string, number[]>()
  const beginnings = new Map<string, number[]>()
  const bigrams = new Set<number>()

  const entryOf = (word: string): WordEntry => {
    const known = words.get(word)
    if (known !== undefined) return known
    const { stem, beginning } = wordForms(word)
    const entry = { word, stem, id: words.size, sentences: [], ofStem: listAt(stems, stem), ofBeginning: listAt(beginnings, beginning) }
    words.set(word, entry)
    return entry
  }

  for (const { context, text } of texts) {
    let previous: WordEntry | undefined
    for (const unit of splitSentences(text)) {
      const sentence = sentences.length
      sentences.push({ context, ...unit })
      for (const word of wordTokens(normalizeNfc(unit.text))) {
        const entry = entryOf(word)
        for (const list of [entry.sentences, entry.ofStem, entry.ofBeginning]) if (list.at(-1) !== sentence) list.push(sentence)
        if (previous !== undefined) bigrams.add(bigramKey(previous, entry))
        previous = entry
      }
    }
  }

  const polarities = new Map<number, Polarity>()
  let numbers: Set<string> | undefined
  let byText: Map<string, number> | undefined
  return {
    sentences,
    texts,
    words: () => words.values(),
    verbatim: (text) => (byText ??= sentencesByText(sentences)).get(withoutEndMarks(text)),
    byWord: (word) => words.get(word)?.sentences ?? NOWHERE,
    byStem: (stem) => stems.get(stem) ?? NOWHERE,
    byBeginning: (beginning) => beginnings.get(beginning) ?? NOWHERE,
    polarity(sentence) {
      let polarity = polarities.get(sentence)
      if (polarity === undefined) {
        polarity = polarityOf(wordTokens(normalizeNfc(sentences[sentence]?.text ?? '')))
        polarities.set(sentence, polarity)
      }
      return polarity
    },
    hasBigram(first, second) {
      const [one, two] = [words.get(first), words.get(second)]
      return one !== undefined && two !== undefined && bigrams.has(bigramKey(one, two))
    },
    hasNumber: (reading) => (numbers ??= numbersOf(texts)).has(reading),
  }
}

type WordEntry = StemmedWord & {
  readonly id: number
  readonly sentences: number[]
  readonly ofStem: number[]
  readonly ofBeginning: number[]
}

const NOWHERE: readonly number[] = []

function distinctTexts(contexts: readonly string[]): { context: number; text: string }[] {
  const seen = new Set<string>()
  const texts: { context: number; text: string }[] = []
  for (const [context, text] of contexts.entries()) {
    if (isBlank(text) || seen.has(text)) continue
    seen.add(text)
    texts.push({ context, text })
  }
  return texts
}

function listAt(lists: Map<string, number[]>, key: string): number[] {
  const known = lists.get(key)
  if (known !== undefined) return known
  const list: number[] = []
  lists.set(key, list)
  return list
}

function sentencesByText(sentences: readonly ContextSentence[]): Map<string, number> {
  const byText = new Map<string, number>()
  for (const [at, { text }] of sentences.entries()) {
    const key = withoutEndMarks(text)
    if (!byText.has(key)) byText.set(key, at)
  }
  return byText
}

function withoutEndMarks(text: string): string {
  const points = normalizeNfc(text).trim()
  let end = points.length
  while (end > 0 && END_MARKS.test(points[end - 1] ?? '')) end -= 1
  return points.slice(0, end)
}

const END_MARKS = /[\s.!?。！？｡．…]/u

/** Exact as long as there are fewer than 2^26 different words. */
function bigramKey(first: WordEntry, second: WordEntry): number {
  return first.id * 2 ** 26 + second.id
}

function numbersOf(texts: readonly { readonly text: string }[]): Set<string> {
  const numbers = new Set<string>()
  for (const { text } of texts) {
    for (const { readings, implied } of numberMentions(text)) for (const reading of [...readings, ...implied]) numbers.add(reading)
  }
  return numbers
}
