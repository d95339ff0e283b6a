import { FUNCTION_WORDS } from './function-words.ts'
import { wordForms } from './word-forms.ts'

/** Words on either side of a negation that it is taken to bear on. */
const REACH = 3

/** The stems of a text, and those of them that stand near a negation. */
export type Polarity = { readonly stems: ReadonlySet<string>; readonly negated: ReadonlySet<string> }

export function polarityOf(words: readonly string[]): Polarity {
  return { stems: new Set(words.map((word) => wordForms(word).stem)), negated: negatedStems(words) }
}

/** Whether one text negates a word that the other holds without a negation near it. */
export function negatesAlone(one: Polarity, other: Polarity): boolean {
  for (const stem of one.negated) if (other.stems.has(stem) && !other.negated.has(stem)) return true
  return false
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
