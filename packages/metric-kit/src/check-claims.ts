import { AssayError } from '@assay/core'
import type { Extraction } from '@assay/judge'

/**
 * Claims come from anywhere; ids that repeat would let one verdict stand for two of them.
 * @throws AssayError `config` for such ids.
 */
export function checkClaims({ claims, repairs }: Extraction, by: string): void {
  if (new Set(claims.map(({ id }) => id)).size < claims.length) {
    throw new AssayError({ kind: 'config', message: `${by} gave two claims the same id. Each needs its own.`, repairs })
  }
}
