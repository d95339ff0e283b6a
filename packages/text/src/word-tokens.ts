import { runFinder } from './run-finder.ts'

/**
 * The word tokens of a text: runs of letters, marks and digits in the lower-cased text, in their order, repeats kept. Scripts that
 * write no spaces give one token per run; `segmentedWords` looks those up in a dictionary instead.
 */
export function wordTokens(text: string): string[] {
  return runs(text.toLowerCase())
}

const runs = runFinder('\\p{L}\\p{M}\\p{N}')
