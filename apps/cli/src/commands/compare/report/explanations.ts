import { isRecord } from '@assay/core'
import { evidenceChanges, type EvidenceChanges, evidenceOf, type RowEvidence } from '../figures/row-evidence.ts'
import { own } from './own.ts'
import type { RunRow } from './load-run.ts'
import { rowsAt } from './rows-at.ts'

type RowPair = readonly [a: RunRow, b: RunRow]

/** A pair of rows, and the metric whose score changed. */
type Explained = { readonly metric: string; readonly pair: RowPair }

/** What the rows of some metrics lost and gained. Of A, only the evidence of these rows is held; B is gone through once. */
export async function explanations(
  wanted: readonly Explained[],
  a: string,
  b: string,
): Promise<(metric: string, pair: RowPair) => EvidenceChanges> {
  const metricsOf = (side: 0 | 1): Map<number, Set<string>> => {
    const found = new Map<number, Set<string>>()
    for (const { metric, pair } of wanted) {
      const { line } = pair[side]
      found.set(line, (found.get(line) ?? new Set()).add(metric))
    }
    return found
  }
  const before = new Map<string, RowEvidence | undefined>()
  await eachScore(metricsOf(0), a, (line, metric, detail) => before.set(`${line} ${metric}`, evidenceOf(detail)))
  const lineInA = new Map(wanted.map(({ pair }) => [pair[1].line, pair[0].line]))
  const changes = new Map<string, EvidenceChanges>()
  await eachScore(metricsOf(1), b, (line, metric, detail) =>
    changes.set(`${line} ${metric}`, evidenceChanges(before.get(`${lineInA.get(line)} ${metric}`), evidenceOf(detail))),
  )
  return (metric, pair) => changes.get(`${pair[1].line} ${metric}`) ?? { lost: [], gained: [] }
}

/** The details of these metrics on these lines. */
async function eachScore(
  wanted: ReadonlyMap<number, ReadonlySet<string>>,
  path: string,
  see: (line: number, metric: string, detail: unknown) => void,
): Promise<void> {
  for await (const { line, row } of rowsAt(path, new Set(wanted.keys()))) {
    const { scores } = row
    for (const metric of wanted.get(line) ?? []) {
      const score = isRecord(scores) ? own(scores, metric) : undefined
      see(line, metric, isRecord(score) ? score['detail'] : undefined)
    }
  }
}
