/** The most characters in one match. V8 stores a backtracking state for each, and fails beyond some millions. */
const PIECE = 100_000

/**
 * Finds the longest runs of some characters, in their order, however long they are.
 * @param characters As they stand in a class of a pattern with the flag `u`: `\\p{L}\\p{N}`.
 */
export function runFinder(characters: string): (text: string) => string[] {
  const pieces = new RegExp(`[${characters}]{1,${PIECE}}`, 'gu')
  return (text) => (text.length < PIECE ? (text.match(pieces) ?? []) : joined(text.matchAll(pieces)))
}

/** Adjacent matches are joined into one run. */
function joined(pieces: Iterable<RegExpExecArray>): string[] {
  const runs: string[] = []
  let end = -1
  for (const { 0: piece, index } of pieces) {
    if (index === end) runs.push((runs.pop() ?? '') + piece)
    else runs.push(piece)
    end = index + piece.length
  }
  return runs
}
