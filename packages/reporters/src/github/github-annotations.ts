import type { RunSummary } from '@assay/runner'
import { clipText } from '../figures/clip-text.ts'
import { forAnnotation } from '../escaping/for-annotation.ts'
import type { ReportExtras } from '../reporter.ts'
import type { Environment } from './github-step-summary.ts'

/** GitHub shows at most ten errors of a step. */
const MOST = 10
const MOST_UNITS = 1000

/**
 * Lines for stdout that GitHub turns into annotations: a run that stopped early, and gates that failed or could not be decided. At most
 * ten; the last one says how many more there are. Empty where `GITHUB_ACTIONS` is not `true`.
 */
export function githubAnnotations(env: Environment, { stopped }: Pick<RunSummary, 'stopped'>, { gates = [] }: ReportExtras = {}): string {
  if (env['GITHUB_ACTIONS'] !== 'true') return ''
  const messages = [
    ...(stopped === undefined ? [] : [annotation('Assay stopped early', stopped.reason)]),
    ...gates
      .filter(({ held }) => held !== true)
      .toSorted((a, b) => Number(a.held === null) - Number(b.held === null))
      .map(({ text, held, note }) =>
        annotation(held === null ? 'Assay gate undecided' : 'Assay gate failed', note === undefined ? text : `${text} (${note})`),
      ),
  ]
  if (messages.length <= MOST) return messages.join('')
  return [...messages.slice(0, MOST - 1), annotation('Assay', `${messages.length - MOST + 1} more gates do not hold.`)].join('')
}

function annotation(title: string, message: string): string {
  return `::error title=${title}::${forAnnotation(clipText(message, MOST_UNITS))}\n`
}
