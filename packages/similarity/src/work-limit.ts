import { AssayError } from '@assay/core'

/**
 * The most pairs of symbols in one comparison: two texts of 100,000. Bit-parallel methods handle 32 at once, so this takes seconds.
 */
const MOST_PAIRS = 1e10

/** @throws AssayError `data`, with the limit and what to do, if a comparison of so many symbols would block the process. */
export function refuseBeyondLimit(similarity: string, a: number, b: number, symbols: 'characters' | 'words', most = MOST_PAIRS): void {
  if (a * b <= most) return
  const side = Math.floor(Math.sqrt(most)).toLocaleString('en')
  throw new AssayError({
    kind: 'data',
    message:
      `${similarity}: two texts of ${a.toLocaleString('en')} and ${b.toLocaleString('en')} ${symbols} are too long to compare exactly: ` +
      `the limit is their product, ${most.toLocaleString('en')}, as for two texts of ${side}. Cut the contexts into chunks, or take a ` +
      'similarity whose work is linear in the length, such as dice-bigram or token-overlap.',
  })
}
