import { type EvaluatedRow, type RunMetric, textAt } from '@assay/runner'
import { isLacking } from '../figures/badness.ts'
import { checkedValue, checkText } from '../figures/check-text.ts'
import { clipText } from '../figures/clip-text.ts'
import { rowCheckText } from '../figures/row-check-text.ts'
import { rowName } from '../figures/row-name.ts'
import { shortfallsOf } from '../figures/shortfalls.ts'
import { forMarkdown } from '../escaping/for-markdown.ts'

const MOST_METRICS = 5
const MOST_SHORTFALLS = 3
const TEXT_UNITS = 200

/** One of the worst rows as a list item, with what it lacks. */
export function rowItem({ result, sample }: EvaluatedRow, metrics: readonly RunMetric[]): string {
  const question = textAt(sample, ['userInput'])
  const lines = [`- **${shown(rowName(result))}**${question === null ? '' : ` ${shown(question)}`}`]
  if (result.gate?.threshold !== undefined && result.gate.passed === false) {
    lines.push(`  - ${shown(rowCheckText(result.gate, result.scores, result.skipped?.length))}`)
  }
  const lacking = metrics.filter(({ name, direction }) => {
    const score = result.scores[name]
    return score !== undefined && isLacking(score, direction)
  })
  for (const { name } of lacking.slice(0, MOST_METRICS)) {
    const score = result.scores[name]
    if (score?.status !== 'scored') continue
    const check = checkText(score)
    lines.push(
      `  - ${shown(name)} **${checkedValue(score.value, score.check)}**${check === undefined ? '' : ` ${check}`} ${shown(score.reason)}`,
    )
    const found = shortfallsOf(score, sample)
    for (const { kind, text, why } of found.slice(0, MOST_SHORTFALLS)) {
      lines.push(`    - ${kind} ${shown(text)}${why === '' ? '' : ` ${shown(why)}`}`)
    }
    if (found.length > MOST_SHORTFALLS) lines.push(`    - and ${found.length - MOST_SHORTFALLS} more`)
  }
  return lines.join('\n')
}

function shown(text: string): string {
  return forMarkdown(clipText(text, TEXT_UNITS))
}
