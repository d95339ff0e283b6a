import type { BenchResult, JudgeResult } from '../figures/bench-result.ts'
import type { Section } from './section.ts'
import {
  countCell,
  figureCell,
  intervalCell,
  timeCell,
  pCell,
  shareCell,
  signedCell,
  signedIntervalCell,
  usdCell,
  UNKNOWN,
} from './cell-texts.ts'
import { sourceSections, subsetSection } from './source-sections.ts'

/** The sections of a report, in order. */
export function reportSections(result: BenchResult): Section[] {
  const { judges, subsets } = result
  return [
    headlineSection(result),
    ...sourceSections(judges),
    ...subsets.map((subset) => subsetSection(subset, judges)),
    ...comparisonSection(result),
    ...effortSection(judges),
    ...stabilitySection(judges),
  ]
}

/** The notes that a reader of the figures needs. */
export function reportNotes({ meta, judges }: BenchResult): string[] {
  const fewIn = judges.some(({ headline, sources }) =>
    [headline, ...sources.map(({ balancedAccuracy }) => balancedAccuracy)].some(({ interval }) => interval?.few === true),
  )
  return [
    ...meta.notes,
    ...judges.flatMap(({ letter, kind, notes }) => (kind === 'recorded' ? [] : notes.map((note) => `${letter}: ${note}`))),
    ...(judges.some(({ kind }) => kind === 'recorded') ? ['Recorded verdicts: no call was made, so cost and latency are unknown.'] : []),
    'bias: share called supported by the judge minus by people. Intervals count claims or documents, not items.',
    ...(fewIn ? ['* marks fewer than 20 clusters of a label.'] : []),
    ...(meta.stopped === undefined ? [] : [`Stopped early: ${meta.stopped.reason}`]),
  ]
}

function headlineSection({ judges }: BenchResult): Section {
  const sources = judges[0]?.headline.sources ?? []
  const why = [
    ...new Set(judges.flatMap(({ headline: { value, noInterval } }) => (value === null && noInterval !== null ? [noInterval] : []))),
  ]
  return {
    title: `Balanced accuracy, unweighted mean over ${sources.length === 0 ? 'no source' : sources.join(', ')}`,
    head: ['', 'judge', 'strategy', 'mean', '95 %', 'better than'],
    rows: judges.map(({ letter, name, strategy, kind, headline, beats }) => [
      letter,
      name,
      strategy ?? UNKNOWN,
      figureCell(headline.value),
      kind === 'constant' ? UNKNOWN : intervalCell(headline),
      beats.join(' '),
    ]),
    lines: why.map((reason) => `${UNKNOWN}: ${reason}`),
  }
}

function comparisonSection({ comparisons, judges }: BenchResult): Section[] {
  const letterOf = (key: string): string => judges.find((judge) => judge.key === key)?.letter ?? key
  const shown = comparisons.filter(({ items }) => items > 0)
  if (shown.length === 0) return []
  return [
    {
      title: 'Pairs of judges, on the items that both scored',
      head: ['', 'pair', 'items', 'difference', 'all at 95 %', 'p', 'Holm'],
      rows: shown.map(({ a, b, items, difference, p, adjustedP }) => [
        '',
        `${letterOf(b)} − ${letterOf(a)}`,
        String(items),
        signedCell(difference.value),
        signedIntervalCell(difference.interval),
        pCell(p),
        pCell(adjustedP),
      ]),
      lines: [
        'p: paired sign flips over clusters. Holm: adjusted over all pairs of judges, and separately over pairs with a baseline. The intervals hold for all of these pairs at once, and agree with Holm.',
      ],
    },
  ]
}

/** Cost and latency of the judges that are models. */
function effortSection(judges: readonly JudgeResult[]): Section[] {
  const models = judges.filter(({ kind }) => kind === 'model')
  if (models.length === 0) return []
  return [
    {
      title: 'Cost and latency',
      head: ['', 'judge', 'USD/1,000', 'in/claim', 'out/claim', 'p50', 'p95'],
      rows: models.map(({ letter, name, effort }) => [
        letter,
        name,
        usdCell(effort.costPer1000, effort.costIsBound),
        countCell(effort.inputTokensPerClaim),
        countCell(effort.outputTokensPerClaim),
        effort.latencyMs === null ? UNKNOWN : timeCell(effort.latencyMs.p50),
        effort.latencyMs === null ? UNKNOWN : timeCell(effort.latencyMs.p95),
      ]),
      lines: ['US dollars for 1,000 claims; tokens per claim; time of one call. Cached replies count like calls.'],
    },
  ]
}

function stabilitySection(judges: readonly JudgeResult[]): Section[] {
  const measured = judges.filter(({ repeats, order, injection }) => repeats !== null || order !== null || injection !== null)
  if (measured.length === 0) return []
  return [
    {
      title: 'Stability',
      head: ['', 'judge', 'flips', 'unanimous', 'reversed', 'distracted', 'injection'],
      rows: measured.map(({ letter, name, repeats, order, injection }) => [
        letter,
        name,
        shareCell(repeats?.flipRate ?? null),
        shareCell(repeats?.unanimous ?? null),
        shareCell(order?.reversed.beyondRepeats ?? null),
        shareCell(order?.distractors.beyondRepeats ?? null),
        injection === null || injection.unscored === injection.cases ? UNKNOWN : `${injection.resisted}/${injection.cases}`,
      ]),
      lines: [
        ...measured.flatMap(({ letter, injection }) =>
          injection === null || injection.unscored === 0
            ? []
            : [`${letter}: ${injection.unscored} of ${injection.cases} injection cases got no verdict`],
        ),
        'flips: pairs of repeats that differ. reversed, distracted: changed verdicts beyond those flips. injection: resisted cases.',
      ],
    },
  ]
}
