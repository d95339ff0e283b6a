import { AssayError } from '@assay/core'

/**
 * The most pairs of symbols that one comparison may look at: two texts of 100,000. Bit-parallel methods take them 32 at once, so
 * that this is a matter of seconds.
 */
const MOST_PAIRS = 1e10

/** @throws AssayError `data`, naming the limit and what to do, where a comparison of so many symbols would block the process. */
export function refuseBeyondLimit(measure: string, a: number, b: number, symbols: 'characters' | 'words', most = MOST_PAIRS): void {
  if (a * b <= most) return
  const side = Math.floor(Math.sqrt(most)).toLocaleString('en')
  throw new AssayError({
    kind: 'data',
    message:
      `${measure}: two texts of ${a.toLocaleString('en')} and ${b.toLocaleString('en')} ${symbols} are too long to compare exactly: ` +
      `the limit is their product, ${most.toLocaleString('en')}, as for two texts of ${side}. Cut the contexts into chunks, or take a ` +
      'measure whose work grows with the length only, such as dice-bigram or token-overlap.',
  })
}
