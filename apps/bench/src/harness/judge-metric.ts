import type { AnyMetric, Score } from '@assay/core'
import type { ClaimExtractor, Verdict } from '@assay/judge'
import { contextRecall, type ContextRecallDetail } from '@assay/metric-llm-recall'
import type { Label } from '@assay/stats'
import type { RunnableJudge } from '../judges/bench-judge.ts'
import type { Question, Variant } from './question.ts'

/** A verdict before any threshold. `outcome` is `null` if there is no verdict. */
export type RawVerdict = {
  readonly outcome: Verdict['outcome'] | null
  readonly probability?: number
  readonly reason?: string
  readonly cause?: string
}

/** Takes the statements as the claims, so that the benchmark measures verdicts alone. */
const statementExtractor: ClaimExtractor = {
  id: 'statements',
  version: '1',
  signature: 'statements@1',
  async extract({ text }) {
    const statements: unknown = JSON.parse(text)
    return { claims: Array.isArray(statements) ? statements.map((statement, at) => ({ id: `c${at + 1}`, text: String(statement) })) : [] }
  },
}

/** Context recall by a judge under test, over fixed statements. */
export function judgeMetric({ key, verifier }: RunnableJudge, variant: Variant): AnyMetric {
  return contextRecall({ name: metricName(key, variant), extractor: statementExtractor, verifier })
}

export function metricName(key: string, variant: Variant): string {
  return variant === 'plain' ? key : `${key} ${variant}`
}

/** The verdicts on each statement of a question: one for each repeat. */
export function verdictsOf(score: Score, { statements }: Question): Map<string, RawVerdict[]> {
  const repeats = score.status === 'scored' && score.repeats !== undefined ? score.repeats : [score]
  return new Map(statements.map(({ id }, at) => [id, repeats.map((repeat) => verdictAt(repeat, `c${at + 1}`))]))
}

/** An undecided claim counts as supported from the threshold; without a threshold it is unscored. */
export function labelOf({ outcome, probability }: RawVerdict, threshold: number | undefined): Label | null {
  if (outcome === null) return null
  if (outcome !== 'undecided') return outcome === 'supported' ? 1 : 0
  return probability === undefined || threshold === undefined ? null : probability >= threshold ? 1 : 0
}

function verdictAt(score: Score, claim: string): RawVerdict {
  const { detail } = score
  const verdicts = hasVerdicts(detail) ? detail.verdicts : undefined
  const found = verdicts?.find((verdict) => verdict.claim === claim)
  if (found !== undefined) {
    const { outcome, probability, reason } = found
    const isOpen = outcome === 'undecided' && probability === undefined
    const cause = score.status === 'unscored' ? score.cause : 'undecided'
    return { outcome: isOpen ? null : outcome, reason, ...(probability === undefined ? {} : { probability }), ...(isOpen ? { cause } : {}) }
  }
  // Without contexts there are no verdicts: nothing supports the statement.
  if (score.status === 'scored') return { outcome: 'unsupported', reason: score.reason }
  return { outcome: null, cause: score.cause, reason: score.reason }
}

function hasVerdicts(detail: unknown): detail is Pick<ContextRecallDetail, 'verdicts'> {
  return typeof detail === 'object' && detail !== null && 'verdicts' in detail && Array.isArray(detail.verdicts)
}
