import type { Sample } from '@assay/core'
import { type DataRow, readRecords } from '@assay/datasets'
import { inputHash } from '@assay/runner'
import { type Label, seededRandom } from '@assay/stats'
import { createCsvScanner } from '@assay/datasets'
import { csvCell } from '@assay/reporters/parts'

export type SimulatedOptions = {
  readonly seed: number
  readonly rows: number
  /** How often the judge finds what is supported, and sees what is not. */
  readonly tpr: number
  readonly tnr: number
  /** Share of claims that are supported, in the long run. */
  readonly support: number
  /** Rows to a cluster. Default: no clusters. */
  readonly clusterOf?: (row: number) => string
}

export type SimulatedRun = {
  readonly report: { readonly schemaVersion: 1; readonly run: object; readonly rows: readonly SimulatedRow[] }
  readonly samples: readonly (Sample & { readonly id: string })[]
  /** What people would say of a claim. */
  readonly truth: (row: string, claim: string) => Label
}

type SimulatedRow = { readonly id: string; readonly inputHash: string; readonly cluster?: string; readonly scores: Record<string, object> }

/** A report as `assay eval` writes it, of a judge of known errors on rows of known truth: one to six claims, rows harder and easier. */
export function simulatedRun({ seed, rows, tpr, tnr, support, clusterOf }: SimulatedOptions): SimulatedRun {
  const random = seededRandom(seed)
  const truths = new Map<string, Label>()
  const samples: (Sample & { readonly id: string })[] = []
  const reported = Array.from({ length: rows }, (_, at): SimulatedRow => {
    const id = `row-${at + 1}`
    const ease = Math.min(1, Math.max(0, support + 0.4 * (random() - 0.5)))
    const claims = Array.from({ length: 1 + Math.floor(random() * 6) }, (_claim, place) => ({ id: `c${place + 1}`, text: `Claim ${place + 1} of ${id}.` }))
    const verdicts = claims.map((claim) => {
      const label = random() < ease ? 1 : 0
      truths.set(`${id} ${claim.id}`, label)
      const says = random() < (label === 1 ? tpr : tnr) ? label : 1 - label
      return { claim: claim.id, outcome: says === 1 ? 'supported' : 'unsupported', reason: 'As it is.', decidedBy: 'simulated', evidence: [] }
    })
    const value = verdicts.filter(({ outcome }) => outcome === 'supported').length / claims.length
    const cluster = clusterOf?.(at)
    const sample = { id, userInput: `Question ${at + 1}?`, reference: claims.map(({ text }) => text).join(' '), retrievedContexts: [`What was found for ${id}.`] }
    samples.push(sample)
    return {
      id,
      inputHash: inputHash(sample),
      ...(cluster === undefined ? {} : { cluster }),
      scores: { context_recall: { status: 'scored', value, reason: 'ok', signature: 's', detail: { claims, verdicts } } },
    }
  })
  const run = { id: `run-${seed}`, metrics: [{ name: 'context_recall', evidence: 'judge', signature: 'context_recall|judge:simulated|v1' }] }
  return { report: { schemaVersion: 1, run, rows: reported }, samples, truth: (row, claim) => truths.get(`${row} ${claim}`) ?? 0 }
}

export function dataOf(samples: readonly Sample[]): AsyncIterable<readonly DataRow[]> {
  return readRecords(samples.map((sample) => ({ ...sample })))
}

/** A sheet with its column `label` filled in, as a spreadsheet would save it. `undefined` leaves a label empty. */
export function filledIn(csv: string, labelOf: (row: string, claim: string, line: number) => Label | string | undefined): string {
  const records = recordsOf(csv)
  const [header = []] = records
  const [row, claim, label] = ['row', 'claim_id', 'label'].map((name) => header.indexOf(name))
  return records
    .map((cells, at) => {
      if (at === 0) return cells
      return cells.map((cell, column) => {
        if (column !== label) return cell
        const given = labelOf(cells[row ?? 0] ?? '', cells[claim ?? 0] ?? '', at)
        return given === undefined ? undefined : String(given)
      })
    })
    .map((cells) => cells.map((cell) => csvCell(cell ?? null)).join(','))
    .join('\n')
}

export function recordsOf(csv: string): (string | undefined)[][] {
  const records: (string | undefined)[][] = []
  const scanner = createCsvScanner({ delimiter: ',', file: 'sheet' })
  scanner.push(csv.replace(/^\ufeff/, ''), (cells) => records.push([...cells]))
  scanner.end()
  return records
}
