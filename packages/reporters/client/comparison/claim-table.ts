import type { RunPart } from '../../src/comparison/page/compared-row.ts'
import { element, isolated } from '../element.ts'
import { isRecord, listOf, textOf } from '../read.ts'
import { chip } from '../score-detail.ts'

type ShownRun = { readonly label: string; readonly part: RunPart | null }

/** Each claim of the reference with its outcome in each run, those that differ marked; `undefined` where the metric splits no claims. */
export function claimTable(metric: string, runs: readonly ShownRun[]): HTMLElement | undefined {
  const outcomes = runs.map(({ part }) => outcomesOf(part?.scores[metric]?.detail))
  const claims = [...new Set(outcomes.flatMap((own) => [...own.keys()]))]
  if (claims.length === 0) return undefined
  return element(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Claims' },
    element(
      'table',
      { class: 'claims' },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          element('th', { scope: 'col' }, 'Claims of ', isolated(metric)),
          ...runs.map(({ label }) => element('th', { scope: 'col' }, isolated(label))),
        ),
      ),
      element(
        'tbody',
        {},
        ...claims.map((claim) =>
          claimLine(
            claim,
            outcomes.map((own) => own.get(claim)),
          ),
        ),
      ),
    ),
  )
}

function claimLine(claim: string, outcomes: readonly (string | undefined)[]): HTMLElement {
  const differs = new Set(outcomes).size > 1
  return element(
    'tr',
    { class: differs ? 'differs' : undefined },
    element('th', { scope: 'row' }, isolated(claim), differs && ' ', differs && chip('differs', 'undecided')),
    ...outcomes.map((outcome) =>
      element('td', {}, outcome === undefined ? element('span', { class: 'faint' }, 'not asked') : chip(outcome, outcome)),
    ),
  )
}

function outcomesOf(detail: unknown): ReadonlyMap<string, string> {
  if (!isRecord(detail)) return new Map()
  const verdicts = new Map(
    listOf(detail['verdicts'])
      .filter(isRecord)
      .map((verdict) => [verdict['claim'], textOf(verdict['outcome'])]),
  )
  return new Map(
    listOf(detail['claims'])
      .filter(isRecord)
      .flatMap(({ id, text }) => {
        const outcome = verdicts.get(id)
        return outcome === undefined || !['supported', 'unsupported', 'undecided'].includes(outcome)
          ? []
          : [[textOf(text), outcome] as const]
      }),
  )
}
