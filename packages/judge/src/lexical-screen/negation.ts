import { FUNCTION_WORDS } from './function-words.ts'
import { wordForms } from './word-forms.ts'

/** Words on either side of a negation that it may apply to. */
const REACH = 3
const OFFSETS = [1, 2, 3, -1, -2, -3, 0]

/** The stems of a text, and those of them near a negation. */
export type Polarity = { readonly stems: ReadonlySet<string>; readonly negated: ReadonlySet<string> }

export function polarityOf(words: readonly string[]): Polarity {
  return { stems: new Set(words.map((word) => wordForms(word).stem)), negated: negatedStems(words) }
}

/** Whether one text negates a word that the other holds without a negation near it. */
export function negatesAlone(one: Polarity, other: Polarity): boolean {
  for (const stem of one.negated) if (other.stems.has(stem) && !other.negated.has(stem)) return true
  return false
}

/** A negation as written in the claim, and the word near it that it applies to; the same word if it applies only to itself. */
export type OneSidedNegation = { readonly negation: string; readonly word: string }

/** The first reason why `negatesAlone` is true of the words of a claim, for people to check. */
export function oneSidedNegation(words: readonly string[], other: Polarity): OneSidedNegation | undefined {
  let onItself: OneSidedNegation | undefined
  for (const [at, word] of words.entries()) {
    const before = words[at - 1]
    if (!isNegation(word, before)) continue
    const negation = NEGATIONS.has(word) ? word : `${before}'t`
    // The following word first: a negation mostly applies to that.
    for (const offset of OFFSETS) {
      const neighbour = words[at + offset]
      if (neighbour === undefined) continue
      const { stem } = wordForms(neighbour)
      if (FUNCTION_WORDS.has(neighbour) || !other.stems.has(stem) || other.negated.has(stem)) continue
      if (offset !== 0) return { negation, word: neighbour }
      onItself ??= { negation, word: neighbour }
    }
  }
  return onItself
}

function negatedStems(words: readonly string[]): ReadonlySet<string> {
  const near = new Set<string>()
  for (const [at, word] of words.entries()) {
    if (!isNegation(word, words[at - 1])) continue
    for (const neighbour of words.slice(Math.max(0, at - REACH), at + REACH + 1)) {
      if (!FUNCTION_WORDS.has(neighbour)) near.add(wordForms(neighbour).stem)
    }
  }
  return near
}

/** `wordTokens` cuts "isn't" into `isn` and `t`. */
function isNegation(word: string, before: string | undefined): boolean {
  return NEGATIONS.has(word) || (word === 't' && before !== undefined && before.endsWith('n'))
}

const NEGATIONS: ReadonlySet<string> = new Set(
  'not no never neither nor none nobody nothing nowhere cannot without hardly barely scarcely fail fails failed lack lacks lacked'.split(
    ' ',
  ),
)
