// For whoever scores rows in a thread of their own: `@assay/runner/rows`. Everybody else runs `evaluate`.
export { inputHash } from './input-hash.ts'
export { checkedScore, failedScore, scoreAtOnce, startScore } from './metric-score.ts'
export { rowResult } from './row-result.ts'
