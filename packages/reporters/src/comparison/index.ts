// Several runs side by side, in each form but the page. Apart from the rest: only whoever compares loads it.
export { severalCsv } from './several-csv.ts'
export { differingRows } from './several-texts.ts'
export { severalJson } from './several-json.ts'
export { severalMarkdown } from './several-markdown.ts'
export { severalText } from './several-text.ts'
export type {
  ComparisonGate,
  MetricCurve,
  NamedCount,
  RowScores,
  SeveralComparison,
  SeveralMetric,
  SeveralRun,
} from './several-comparison.ts'
