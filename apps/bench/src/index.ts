export { type LabelledSource, readDevSources } from './lexical/dev-sources.ts'
export { type LabelledRow, readLabelledRows } from './lexical/labelled-row.ts'
export { learnedFiles, type LearnedFiles, type Provenance } from './lexical/learned-files.ts'
export { type LearnedScreen, learnScreen, type PreparedSource, prepareSources } from './lexical/learn-screen.ts'
export {
  leaveOneSourceOut,
  learnScreenThreshold,
  type OutcomeCount,
  type ScreenedRow,
  type ScreenedSource,
  type SourceSummary,
  summarizeSource,
} from './lexical/leave-one-source-out.ts'
export { type ScreenTime, timeScreen } from './lexical/time-screen.ts'
