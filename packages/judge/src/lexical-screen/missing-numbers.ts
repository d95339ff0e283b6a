import type { ContextIndex } from './context-index.ts'
import { numberMentions } from './number-mentions.ts'

/** The numbers of a claim, as written, each once, that stand in no context in any of their readings. */
export function missingNumbers(claim: string, contexts: ContextIndex): string[] {
  const missing = numberMentions(claim).filter(
    ({ text, readings }) => !LOOSE.has(text.toLowerCase()) && !readings.some((reading) => contexts.hasNumber(reading)),
  )
  return [...new Set(missing.map(({ text }) => text))]
}

/** Words that are more often a pronoun, an adverb or a unit of time than a number. */
const LOOSE: ReadonlySet<string> = new Set(['one', 'first', 'second'])
