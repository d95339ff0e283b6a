import type { UnscoredCause } from '@assay/core'

/** Causes that describe the system under test, not the data or the judge: such a row was judged. */
export const systemCauses: ReadonlySet<UnscoredCause> = new Set<UnscoredCause>(['declined', 'nothing_recalled'])
