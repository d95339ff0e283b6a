import type { SeveralComparison } from './several-comparison.ts'

/** Several runs as JSON, the scores of each row on a line of its own. In pieces: as one text, many rows could be too long for the engine. */
export function* severalJson({ scores, ...comparison }: SeveralComparison): Generator<string, void, undefined> {
  yield `${JSON.stringify(comparison).slice(0, -1)},\n"scores":[`
  for (const [at, row] of scores.entries()) yield `${at === 0 ? '' : ','}\n${JSON.stringify(row)}`
  yield scores.length === 0 ? ']}\n' : '\n]}\n'
}
