import type { Score } from '@assay/core'
import type { EvaluatedRow } from '@assay/runner'
import { checkText } from '../facts/check-text.ts'
import { clipText } from '../facts/clip-text.ts'
import { shortfallsOf } from '../facts/shortfalls.ts'
import { shownNumber, shownSpan } from '../facts/shown-number.ts'
import { forXml } from '../neutral/for-xml.ts'
import type { GateResult } from '../reporter.ts'

/** Longer texts are cut: a test view is no place for a document. */
const MOST_UNITS = 2000
const MOST_SHORTFALLS = 50

export type CaseOutcome = 'passed' | 'failure' | 'error'
type TestCase = { readonly xml: string; readonly outcome: CaseOutcome }

/** The test cases of one row: each of its scores, and the row as a whole where it had to reach something. */
export function rowCases({ result, sample }: EvaluatedRow): TestCase[] {
  const cases: TestCase[] = []
  for (const name in result.scores) {
    const score = result.scores[name]
    if (score !== undefined) cases.push(scoreCase(name, result.id, score, sample))
  }
  if (result.gate !== undefined) cases.push(rowCase(result.id, result.gate))
  return cases
}

export function gateCase({ text, condition = text, held, note }: GateResult): TestCase {
  const lines = [...(condition === text ? [] : [text]), ...(note === undefined ? [] : [note])]
  if (held === true) return testCase('gates', condition, { outcome: 'passed', lines })
  const type = held === false ? 'gate' : 'undecided'
  return testCase('gates', condition, { outcome: held === false ? 'failure' : 'error', type, message: lines.join('; ') || text, lines })
}

function scoreCase(metric: string, id: string, score: Score, sample: EvaluatedRow['sample']): TestCase {
  if (score.status === 'unscored') {
    const { error } = score
    const asked = error === undefined ? [] : [error.provider, error.modelId].filter((part) => part !== undefined)
    const lines = [
      score.reason,
      ...(asked.length === 0 ? [] : [`asked: ${asked.join(' ')}`]),
      ...(error?.replyHead === undefined ? [] : [`reply: ${error.replyHead}`]),
    ]
    return testCase(metric, id, { outcome: 'error', type: score.cause, message: score.reason, lines })
  }
  const about = [shownNumber(score.value), openText(score), score.reason].filter((part) => part !== '').join('  ')
  if (score.passed !== false) return testCase(metric, id, { outcome: 'passed', lines: [about] })
  const found = shortfallsOf(score, sample)
  const lines = [
    about,
    ...found
      .slice(0, MOST_SHORTFALLS)
      .map(({ kind, text, why }) => `- ${kind}: ${clipText(text, MOST_UNITS)}${why === '' ? '' : ` (${why})`}`),
    ...(found.length > MOST_SHORTFALLS ? [`- and ${found.length - MOST_SHORTFALLS} more`] : []),
  ]
  return testCase(metric, id, { outcome: 'failure', type: 'check', message: about, lines })
}

/** What undecided claims leave open: of the check where they could turn it, else of the score. */
function openText(score: Extract<Score, { status: 'scored' }>): string {
  if (score.undecidedAt !== undefined) return checkText(score) ?? ''
  return score.range === undefined ? '' : `range ${shownSpan(score.range)}`
}

function rowCase(id: string, { value, passed }: NonNullable<EvaluatedRow['result']['gate']>): TestCase {
  if (passed === null) {
    const message = 'A check of the row has no score, so the row neither passes nor fails.'
    return testCase('row', id, { outcome: 'error', type: 'unscored', message, lines: [message] })
  }
  const about = value === null ? 'All checks passed.' : `Weighted mean of the checks: ${shownNumber(value)}`
  if (passed) return testCase('row', id, { outcome: 'passed', lines: [about] })
  return testCase('row', id, { outcome: 'failure', type: 'row', message: about, lines: [about] })
}

type CaseContent =
  | { readonly outcome: 'passed'; readonly lines: readonly string[] }
  | { readonly outcome: 'failure' | 'error'; readonly type: string; readonly message: string; readonly lines: readonly string[] }

function testCase(className: string, name: string, content: CaseContent): TestCase {
  const text = content.lines.map((line) => forXml(clipText(line, MOST_UNITS))).join('\n')
  const inner =
    content.outcome === 'passed'
      ? text === ''
        ? ''
        : `<system-out>${text}</system-out>`
      : `<${content.outcome} type="${forXml(content.type)}" message="${forXml(clipText(content.message, MOST_UNITS))}">${text}</${content.outcome}>`
  const attributes = `classname="${forXml(className)}" name="${forXml(clipText(name, MOST_UNITS))}"`
  return { outcome: content.outcome, xml: `<testcase ${attributes}>${inner}</testcase>\n` }
}
