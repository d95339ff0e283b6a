import type { Score } from '@assay/core'
import type { EvaluatedRow, RowGate, SkippedCheck, Stopped } from '@assay/runner'
import { checkedValue, checkText } from '../figures/check-text.ts'
import { clipText } from '../figures/clip-text.ts'
import { rowCheckText } from '../figures/row-check-text.ts'
import { rowName } from '../figures/row-name.ts'
import { shortfallsOf } from '../figures/shortfalls.ts'
import { shownSpan } from '../figures/shown-number.ts'
import { skippedReason } from '../figures/skipped-text.ts'
import { forXml } from '../escaping/for-xml.ts'
import type { GateResult } from '../reporter.ts'

/** Longer texts are truncated. */
const MOST_UNITS = 2000
const MOST_SHORTFALLS = 50

export type CaseOutcome = 'passed' | 'failure' | 'error' | 'skipped'
type TestCase = { readonly xml: string; readonly outcome: CaseOutcome }

/** The test cases of one row: each of its scores and skipped checks, and the row as a whole if it has a threshold. */
export function rowCases({ result, sample }: EvaluatedRow): TestCase[] {
  const cases: TestCase[] = []
  for (const name in result.scores) {
    const score = result.scores[name]
    if (score !== undefined) cases.push(scoreCase(name, result, score, sample))
  }
  for (const check of result.skipped ?? []) cases.push(skippedCase(check, rowName(result)))
  if (result.gate !== undefined) cases.push(rowCase(result, result.gate))
  return cases
}

export function gateCase({ text, condition = text, held, note }: GateResult): TestCase {
  const lines = [...(condition === text ? [] : [text]), ...(note === undefined ? [] : [note])]
  if (held === true) return testCase('gates', condition, { outcome: 'passed', lines })
  const type = held === false ? 'gate' : 'undecided'
  return testCase('gates', condition, { outcome: held === false ? 'failure' : 'error', type, message: lines.join('; ') || text, lines })
}

export function stopCase({ cause, reason }: Stopped): TestCase {
  return testCase('run', 'stopped early', { outcome: 'error', type: cause, message: reason, lines: [reason] })
}

function skippedCase(check: SkippedCheck, id: string): TestCase {
  return testCase(check.name, id, { outcome: 'skipped', message: skippedReason({ ...check, count: 1 }) })
}

function scoreCase(metric: string, result: EvaluatedRow['result'], score: Score, sample: EvaluatedRow['sample']): TestCase {
  const id = rowName(result)
  if (score.status === 'unscored') {
    const { error } = score
    const model = error === undefined ? [] : [error.provider, error.modelId].filter((part) => part !== undefined)
    const lines = [
      score.reason,
      ...(model.length === 0 ? [] : [`model: ${model.join(' ')}`]),
      ...(error?.replyHead === undefined ? [] : [`reply: ${error.replyHead}`]),
    ]
    return testCase(metric, id, { outcome: 'error', type: score.cause, message: score.reason, lines })
  }
  const about = [checkedValue(score.value, score.check), checkOrRange(score), score.reason].filter((part) => part !== '').join('  ')
  if (score.passed !== false || !counts(score, result.gate)) return testCase(metric, id, { outcome: 'passed', lines: [about] })
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

/** Whether a failed check counts as a failure: not with weight 0, and not if the mean that it is part of reached its threshold. */
function counts({ check }: Score, gate: RowGate | undefined): boolean {
  const set = gate?.sets?.find(({ name }) => name === check?.set)
  const isReached = [gate, set].some((mean) => mean?.threshold !== undefined && mean.passed === true)
  return check?.weight !== 0 && !isReached
}

/** What was due, and what depends on undecided claims. */
function checkOrRange(score: Extract<Score, { status: 'scored' }>): string {
  const open = score.range === undefined || score.undecidedAt !== undefined ? [] : [`range ${shownSpan(score.range)}`]
  return [...(checkText(score) === undefined ? [] : [checkText(score)]), ...open].join('  ')
}

function rowCase(result: EvaluatedRow['result'], gate: RowGate): TestCase {
  const id = rowName(result)
  const about = rowCheckText(gate, result.scores, result.skipped?.length)
  if (gate.passed === null) return testCase('row', id, { outcome: 'error', type: 'unscored', message: about, lines: [about] })
  if (gate.passed) return testCase('row', id, { outcome: 'passed', lines: [about] })
  return testCase('row', id, { outcome: 'failure', type: 'row', message: about, lines: [about] })
}

type CaseContent =
  | { readonly outcome: 'passed'; readonly lines: readonly string[] }
  | { readonly outcome: 'skipped'; readonly message: string }
  | { readonly outcome: 'failure' | 'error'; readonly type: string; readonly message: string; readonly lines: readonly string[] }

function testCase(className: string, name: string, content: CaseContent): TestCase {
  const attributes = `classname="${forXml(className)}" name="${forXml(clipText(name, MOST_UNITS))}"`
  return { outcome: content.outcome, xml: `<testcase ${attributes}>${elementOf(content)}</testcase>\n` }
}

function elementOf(content: CaseContent): string {
  if (content.outcome === 'skipped') return `<skipped message="${forXml(clipText(content.message, MOST_UNITS))}"/>`
  const text = content.lines.map((line) => forXml(clipText(line, MOST_UNITS))).join('\n')
  if (content.outcome === 'passed') return text === '' ? '' : `<system-out>${text}</system-out>`
  const { outcome, type, message } = content
  return `<${outcome} type="${forXml(type)}" message="${forXml(clipText(message, MOST_UNITS))}">${text}</${outcome}>`
}
