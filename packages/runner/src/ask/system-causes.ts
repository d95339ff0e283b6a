import type { UnscoredCause } from '@assay/core'

/** Causes that say something of the system under test, and nothing of the data or the judge: such a row has been looked at. */
export const systemCauses: ReadonlySet<UnscoredCause> = new Set<UnscoredCause>(['declined', 'nothing_recalled'])
