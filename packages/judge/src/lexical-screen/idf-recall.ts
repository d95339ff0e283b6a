import type { ContextIndex } from './context-index.ts'
import type { InverseDocumentFrequency } from './document-frequencies.ts'
import { FUNCTION_WORDS } from './function-words.ts'
import { wordForms, type WordForms } from './word-forms.ts'

export type IdfRecall = {
  /** Idf-weighted share of the claim's words found anywhere in the contexts, in [0, 1]. */
  readonly anywhere: number
  /** The same within the one sentence that holds most of them. */
  readonly bestSentence: number
  /** The sentences that reach `bestSentence`, ascending; none if no word was found. */
  readonly bestSentences: readonly number[]
}

/**
 * How much of a claim the contexts hold. A word counts once, however often the claim repeats it: fully if it occurs unchanged, in part if
 * only a word of its stem or beginning occurs. Linear in claim and contexts.
 */
export function idfRecall(words: readonly string[], contexts: ContextIndex, idf: InverseDocumentFrequency): IdfRecall {
  const weighed = contentWords(words).map((word) => {
    const { stem, beginning } = wordForms(word)
    return { word, stem, beginning, weight: idf(stem) }
  })
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return { anywhere: 0, bestSentence: 0, bestSentences: [] }

  let missing = 0
  for (const { word, stem, beginning, weight } of weighed) {
    if (contexts.byWord(word).length > 0) continue
    const kin = (contexts.byStem(stem).length > 0 ? STEM : 0) + (contexts.byBeginning(beginning).length > 0 ? BEGINNING : 0)
    missing += (1 - kin) * weight
  }

  const found = new Map<number, number>()
  credit(
    found,
    weighed,
    (word) => contexts.byWord(word.word),
    (word) => word.word,
    EXACT,
  )
  credit(
    found,
    weighed,
    (word) => contexts.byStem(word.stem),
    (word) => word.stem,
    STEM,
  )
  credit(
    found,
    weighed,
    (word) => contexts.byBeginning(word.beginning),
    (word) => word.beginning,
    BEGINNING,
  )

  let best = 0
  for (const weight of found.values()) if (weight > best) best = weight
  const bestSentences = [...found].filter(([, weight]) => weight === best).map(([sentence]) => sentence)
  bestSentences.sort((a, b) => a - b)
  return { anywhere: (total - missing) / total, bestSentence: Math.min(1, best / total), bestSentences }
}

/** The content words of a claim, each once; all words if there are none. */
function contentWords(words: readonly string[]): string[] {
  const content = [...new Set(words)].filter((word) => !FUNCTION_WORDS.has(word))
  return content.length > 0 ? content : [...new Set(words)]
}

// The three add up: a match of the word is also one of its stem and its beginning.
const EXACT = 0.5
const STEM = 0.25
const BEGINNING = 0.25

type Weighed = WordForms & { readonly word: string; readonly weight: number }

/** Words of one form are credited together, so that a list of places is read once for all of them. */
function credit(
  found: Map<number, number>,
  words: readonly Weighed[],
  places: (word: Weighed) => readonly number[],
  form: (word: Weighed) => string,
  share: number,
): void {
  const groups = new Map<string, { places: readonly number[]; weight: number }>()
  for (const word of words) {
    const group = groups.get(form(word))
    if (group === undefined) groups.set(form(word), { places: places(word), weight: word.weight })
    else group.weight += word.weight
  }
  for (const group of groups.values()) {
    for (const sentence of group.places) found.set(sentence, (found.get(sentence) ?? 0) + share * group.weight)
  }
}
