import { runFinder } from './run-finder.ts'

/**
 * The word tokens of a text: runs of letters, marks and digits in the lower-cased text, in their order, with repeats. In scripts
 * without spaces a run is one token; `segmentedWords` splits those with a dictionary.
 */
export function wordTokens(text: string): string[] {
  return runs(text.toLowerCase())
}

const runs = runFinder('\\p{L}\\p{M}\\p{N}')
