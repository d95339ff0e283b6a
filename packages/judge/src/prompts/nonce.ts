import { hash } from 'node:crypto'

/**
 * 16 hex digits that occur in none of the texts, so that no text can close or open a tag that has them. They are derived from the
 * contexts, with a counter that is raised if necessary: all calls about the same contexts share their beginning.
 */
export function nonceFor(contexts: readonly string[], texts: readonly string[]): string {
  for (let counter = 0; ; counter += 1) {
    const nonce = hash('sha256', JSON.stringify([counter, ...contexts]), 'hex').slice(0, 16)
    if (![...contexts, ...texts].some((text) => text.toLowerCase().includes(nonce))) return nonce
  }
}
