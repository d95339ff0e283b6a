import { AssayError } from '@assay/core'
import type { Extraction } from '@assay/judge'

/**
 * Claims may come from user code; a repeated id would make one verdict count for two of them.
 * @throws AssayError `config` for such ids.
 */
export function checkClaims({ claims, repairs }: Extraction, by: string): void {
  if (new Set(claims.map(({ id }) => id)).size < claims.length) {
    throw new AssayError({ kind: 'config', message: `${by} gave two claims the same id. Each needs its own.`, repairs })
  }
}
