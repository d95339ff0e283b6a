export type { ScorerArgs } from './scorer-args.ts'
export { type Scorer, type ScorerOptions, type ScorerResult, toScorer } from './to-scorer.ts'
