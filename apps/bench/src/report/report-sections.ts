import type { BenchResult, JudgeResult } from '../figures/bench-result.ts'
import type { Section } from './section.ts'
import {
  shownCount,
  shownFigure,
  shownInterval,
  shownMs,
  shownP,
  shownShare,
  shownSigned,
  shownSignedInterval,
  shownUsd,
  UNKNOWN,
} from './shown.ts'
import { sourceSections, subsetSection } from './source-sections.ts'

/** Everything that a report shows, in its order. */
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

/** The sentences without which the figures would be misread. */
export function reportNotes({ meta, judges }: BenchResult): string[] {
  const fewIn = judges.some(({ headline, sources }) =>
    [headline, ...sources.map(({ balancedAccuracy }) => balancedAccuracy)].some(({ interval }) => interval?.few === true),
  )
  return [
    ...meta.notes,
    ...judges.flatMap(({ letter, kind, notes }) => (kind === 'recorded' ? [] : notes.map((note) => `${letter}: ${note}`))),
    ...(judges.some(({ kind }) => kind === 'recorded') ? ['Recorded verdicts: nobody was asked, so cost and latency are unknown.'] : []),
    'lean: share called supported by the judge minus by people. Intervals count claims or documents, not items.',
    ...(fewIn ? ['* rests on fewer than 20 clusters of a label.'] : []),
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
      shownFigure(headline.value),
      kind === 'constant' ? UNKNOWN : shownInterval(headline),
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
        shownSigned(difference.value),
        shownSignedInterval(difference.interval),
        shownP(p),
        shownP(adjustedP),
      ]),
      lines: [
        'p: paired sign flips over clusters. Holm: over all pairs of judges; over pairs with a floor apart. The intervals hold for all of these pairs at once, and agree with Holm.',
      ],
    },
  ]
}

/** Of judges that were asked by a model's price and pace. */
function effortSection(judges: readonly JudgeResult[]): Section[] {
  const asked = judges.filter(({ kind }) => kind === 'model')
  if (asked.length === 0) return []
  return [
    {
      title: 'What it takes',
      head: ['', 'judge', 'USD/1,000', 'in/claim', 'out/claim', 'p50', 'p95'],
      rows: asked.map(({ letter, name, effort }) => [
        letter,
        name,
        shownUsd(effort.costPer1000, effort.costIsBound),
        shownCount(effort.inputTokensPerClaim),
        shownCount(effort.outputTokensPerClaim),
        effort.latencyMs === null ? UNKNOWN : shownMs(effort.latencyMs.p50),
        effort.latencyMs === null ? UNKNOWN : shownMs(effort.latencyMs.p95),
      ]),
      lines: ['US dollars for 1,000 claims; tokens per claim; time of one call. Kept replies count as when they were asked for.'],
    },
  ]
}

function stabilitySection(judges: readonly JudgeResult[]): Section[] {
  const measured = judges.filter(({ repeats, order, injection }) => repeats !== null || order !== null || injection !== null)
  if (measured.length === 0) return []
  return [
    {
      title: 'How steady it is',
      head: ['', 'judge', 'flips', 'unanimous', 'reversed', 'distracted', 'injection'],
      rows: measured.map(({ letter, name, repeats, order, injection }) => [
        letter,
        name,
        shownShare(repeats?.flipRate ?? null),
        shownShare(repeats?.unanimous ?? null),
        shownShare(order?.reversed.beyondRepeats ?? null),
        shownShare(order?.distractors.beyondRepeats ?? null),
        injection === null || injection.unscored === injection.cases ? UNKNOWN : `${injection.resisted}/${injection.cases}`,
      ]),
      lines: [
        ...measured.flatMap(({ letter, injection }) =>
          injection === null || injection.unscored === 0
            ? []
            : [`${letter}: ${injection.unscored} of ${injection.cases} cases of injection got no verdict`],
        ),
        'flips: pairs of repeats that differ. reversed, distracted: changed verdicts beyond those flips. injection: cases resisted.',
      ],
    },
  ]
}
