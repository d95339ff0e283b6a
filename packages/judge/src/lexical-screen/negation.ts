import { FUNCTION_WORDS } from './function-words.ts'
import { wordForms } from './word-forms.ts'

/** Words on either side of a negation that it is taken to bear on. */
const REACH = 3

/** The stems of the content words that stand near a negation in a list of words, or `undefined` where nothing is negated. */
export function negatedStems(words: readonly string[]): ReadonlySet<string> | undefined {
  let near: Set<string> | undefined
  for (const [at, word] of words.entries()) {
    if (!isNegation(word, words[at - 1])) continue
    near ??= new Set()
    for (const neighbour of words.slice(Math.max(0, at - REACH), at + REACH + 1)) {
      if (!FUNCTION_WORDS.has(neighbour)) near.add(wordForms(neighbour).stem)
    }
  }
  return near
}

/** Whether words are negated on one side that the other side holds without a negation near them. */
export function isOneSided(negated: ReadonlySet<string> | undefined, other: { stems: ReadonlySet<string>; negated: ReadonlySet<string> | undefined }): boolean {
  if (negated === undefined) return false
  for (const stem of negated) if (other.stems.has(stem) && other.negated?.has(stem) !== true) return true
  return false
}

/** `wordTokens` cuts "isn't" into `isn` and `t`. */
function isNegation(word: string, before: string | undefined): boolean {
  return NEGATIONS.has(word) || (word === 't' && before !== undefined && before.endsWith('n'))
}

const NEGATIONS: ReadonlySet<string> = new Set(
  'not no never neither nor none nobody nothing nowhere cannot without hardly barely scarcely fail fails failed lack lacks lacked'.split(' '),
)
