import { noUsage } from '@assay/core'
import { binaryAgreement } from '@assay/stats'
import type {
  AgreementFigures,
  BenchResult,
  CalibrationFigures,
  Disagreement,
  JudgeResult,
  RateFigure,
  SourceFigures,
} from '../../figures/bench-result.ts'
import type { EffortFigures } from '../../figures/judge-conduct.ts'

/** Text that would run, reach out or break the page if any of it were taken for markup. */
export const HOSTILE = `<img src=x onerror="window.pwned=1"> </script><script>window.pwned=1</script> "'&{{x}} \u202egnp.exe <a href="https://example.com">x</a>`

const SOURCES = ['wice', 'begin', 'summedits', 'expertqa']

/** A result of two models, a recorded judge, a screen and a constant: with and without cost, probabilities, repeats and intervals. */
export const sampleResult: BenchResult = {
  schemaVersion: 1,
  kind: 'judge-benchmark',
  meta: {
    startedAt: '2026-11-28T10:15:00.000Z',
    finishedAt: '2026-11-28T10:19:00.000Z',
    assayVersion: '1.2.3',
    run: '20261128T101500Z-3f9a2c',
    fixtures: [{ file: 'bench-mini.jsonl', items: 400, supported: 228, clusters: 291, sha256: 'ab' }],
    repeat: 3,
    level: 0.95,
    apart: ['expertqa'],
    notes: ['Extraction is not measured here: claims are given.', 'Labels are those of the data sets, with their own errors.'],
    cost: 1.27,
  },
  judges: [
    judge('A', 'openai:gpt-5-mini', 0.846, { beats: ['C'], effort: effort(0.92, 1480, 5200), curve: true }),
    judge('B', 'anthropic:claude-sonnet-5-5-with-a-long-name', 0.861, { beats: ['C'], effort: effort(6.4, 2100, 8800), unscored: 12 }),
    judge('C', 'gpt-4-0613 (recorded)', 0.769, { effort: null, note: 'The label was given to the claim, the verdict to one of its context sets.' }),
    judge('D', 'lexical', 0.702, { effort: effort(0, null, null), isBaseline: true, curve: true }),
    judge('E', 'always-yes', 0.5, { effort: effort(0, null, null), isBaseline: true }),
  ],
  comparisons: [
    comparison('openai:gpt-5-mini', 'anthropic:claude-sonnet-5-5-with-a-long-name', 0.015, 0.41),
    comparison('gpt-4-0613 (recorded)', 'openai:gpt-5-mini', 0.077, 0.0004),
    { ...comparison('lexical', 'openai:gpt-5-mini', 0.144, 0.0002), family: 'baseline', mcnemar: { exact: 0.001, midP: 0.0008 } },
    { ...comparison('always-yes', 'openai:gpt-5-mini', 0.346, null), family: 'baseline', noP: '4 clusters: a test needs at least 6' },
  ],
  agreement: [
    { a: 'openai:gpt-5-mini', b: 'anthropic:claude-sonnet-5-5-with-a-long-name', items: 388, agreement: 0.91, kappa: 0.81 },
    { a: 'openai:gpt-5-mini', b: 'gpt-4-0613 (recorded)', items: 300, agreement: 0.8, kappa: 0.55 },
    { a: 'openai:gpt-5-mini', b: 'lexical', items: 400, agreement: 0.71, kappa: 0.4 },
    { a: 'openai:gpt-5-mini', b: 'always-yes', items: 400, agreement: 0.58, kappa: 0 },
    { a: 'gpt-4-0613 (recorded)', b: 'always-yes', items: 300, agreement: 0.6, kappa: null },
  ],
  disagreements: [
    disagreement(1, 'wice', 'The bridge was opened in 1932 by the premier of the state.', 1, [1, 0, 0]),
    disagreement(2, 'begin', HOSTILE, 0, [1, 1, null]),
    disagreement(3, 'begin', 'The band released its second album two years after the first one, on a label of its own.', 0, [0, 0, 1]),
  ],
  subsets: [{ name: 'contexts in no dev file', items: 266, judges: [{ ...figures(0.66), key: 'lexical' }] }],
  rows: [],
}

type JudgeShape = {
  readonly beats?: readonly string[]
  readonly effort: EffortFigures | null
  readonly isBaseline?: boolean
  readonly curve?: boolean
  readonly unscored?: number
  readonly note?: string
}

function judge(letter: string, key: string, quality: number, { beats = [], effort: took, isBaseline = false, curve = false, unscored = 0, note }: JudgeShape): JudgeResult {
  const isModel = took !== null && took.cost !== 0
  return {
    ...figures(quality, { curve, unscored }),
    key,
    name: key,
    kind: isModel ? 'model' : took === null ? 'recorded' : key === 'always-yes' ? 'constant' : 'screen',
    isBaseline,
    strategy: isModel ? 'per-claim' : null,
    signature: null,
    threshold: null,
    notes: note === undefined ? [] : [note],
    letter,
    beats,
    repeats: isModel ? { repeats: 3, items: 400, flipRate: 0.041, unanimous: 0.94 } : null,
    order: isModel ? { reversed: probe(0.05), distractors: probe(0.09) } : null,
    injection: isModel ? { cases: 20, resisted: 19, unscored: 0, failed: [] } : null,
    effort: took ?? { claims: 400, usage: null, inputTokensPerClaim: null, outputTokensPerClaim: null, cost: null, costPer1000: null, latencyMs: null },
  }
}

function figures(quality: number, { curve = false, unscored = 0 } = {}): Pick<JudgeResult, 'headline' | 'sources' | 'pooled'> {
  const sources = SOURCES.map((source, at): SourceFigures => ({
    ...agreement(Math.min(1, quality + (at - 1.5) * 0.03), { curve, unscored: at === 0 ? unscored : 0 }),
    source,
    isApart: source === 'expertqa',
    perClaim: source === 'wice' ? { ...agreement(quality, { curve: false, unscored: 0 }), claims: 100, scored: 98 } : null,
    rowRecall: source === 'begin' ? { rows: 40, mae: 0.081, said: 0.79, true: 0.74 } : null,
  }))
  return { headline: { ...rate(quality), sources: SOURCES.slice(0, 3) }, sources, pooled: agreement(quality, { curve, unscored }) }
}

function agreement(quality: number, { curve, unscored }: { curve: boolean; unscored: number }): AgreementFigures {
  const right = Math.round(50 * quality)
  const counts = { tp: right, fn: 50 - right, tn: right, fp: 50 - right }
  const { accuracy, kappa, mcc, f1 } = binaryAgreement(counts)
  return {
    items: 100 + unscored,
    clusters: 73,
    scored: 100,
    unscored,
    causes: unscored > 0 ? { invalid_reply: unscored } : {},
    coverage: 100 / (100 + unscored),
    counts,
    balancedAccuracy: rate(quality),
    tpr: rate(Math.min(1, quality + 0.06)),
    tnr: rate(quality - 0.06),
    accuracy,
    kappa,
    mcc,
    f1,
    supportRate: { said: 0.63, true: 0.57, difference: { value: 0.06, interval: { lo: 0.01, hi: 0.11, unit: 'cluster', clusters: 73, level: 0.95, few: false }, noInterval: null } },
    errorsAsWrong: unscored > 0 ? { balancedAccuracy: quality - 0.05, tpr: quality, tnr: quality - 0.1, accuracy } : null,
    calibration: curve ? calibration(quality) : null,
  }
}

function calibration(quality: number): CalibrationFigures {
  const curve = Array.from({ length: 10 }, (_, at) => ({
    meanProbability: 0.05 + at / 10,
    supportedShare: Math.min(1, Math.max(0, 0.5 + (0.05 + at / 10 - 0.5) * quality)),
    items: 40,
  }))
  return { items: 400, brier: 0.14, ece: 0.07, rocAuc: quality + 0.05, curve }
}

function probe(changed: number): NonNullable<JudgeResult['order']>['reversed'] {
  return { items: 120, changed, identical: 0.04, beyondRepeats: changed - 0.04 }
}

function rate(value: number): RateFigure {
  if (value === 0.5) return { value, interval: null, noInterval: 'always the same verdict' }
  return {
    value,
    interval: { lo: value - 0.05, hi: Math.min(1, value + 0.04), unit: 'cluster', clusters: 73, level: 0.95, few: false },
    noInterval: null,
  }
}

function effort(costPer1000: number, p50: number | null, p95: number | null): EffortFigures {
  return {
    claims: 400,
    usage: noUsage,
    inputTokensPerClaim: 610,
    outputTokensPerClaim: costPer1000 === 0 ? null : 84,
    cost: costPer1000 === 0 ? 0 : costPer1000 * 0.4,
    costPer1000,
    latencyMs: p50 === null || p95 === null ? null : { p50, p95, calls: 400 },
  }
}

function comparison(a: string, b: string, value: number, p: number | null): BenchResult['comparisons'][number] {
  const interval = { lo: value - 0.05, hi: value + 0.05, unit: 'cluster', clusters: 210, level: 0.95, few: false } as const
  return { a, b, family: 'judges', items: 300, clusters: 210, difference: { value, interval, noInterval: null }, p, noP: null, adjustedP: p, mcnemar: null }
}

function disagreement(at: number, source: string, statement: string, label: 0 | 1, verdicts: readonly (0 | 1 | null)[]): Disagreement {
  const keys = ['openai:gpt-5-mini', 'anthropic:claude-sonnet-5-5-with-a-long-name', 'gpt-4-0613 (recorded)']
  return {
    id: `${source}-${at}`,
    source,
    statement,
    contexts: ['The bridge across the harbour was opened on 19 March 1932. '.repeat(4), HOSTILE],
    label,
    said: keys.map((key, place) => ({
      judge: key,
      verdict: verdicts[place] ?? null,
      reason: verdicts[place] === null ? '' : `The first context names the year, and nothing else of it (${at}).`,
    })),
  }
}
