import { examineClaim, indexContexts, inverseDocumentFrequency } from '@assay/judge/lexical-screen'
import { expect, test } from 'vitest'
import { learnScreenThreshold, type ScreenedRow, summarizeSource } from './leave-one-source-out.ts'

const idf = inverseDocumentFrequency({ sentences: 100, least: 1, stems: { '1': 'tower' } })
const row = (label: 0 | 1, probability: number, statement = 'The tower stands.'): ScreenedRow => ({
  label,
  probability,
  examined: examineClaim(statement, indexContexts(['The tower was built in Rome.']), idf),
})
const source = (rows: readonly ScreenedRow[]) => ({ name: 's', file: 's.jsonl', rows })

test('the threshold separates both labels best, nearest to .5', () => {
  expect(learnScreenThreshold([source([row(0, 0.1), row(0, 0.6), row(1, 0.7), row(1, 0.9)])])).toBe(0.61)
  expect(learnScreenThreshold([source([row(0, 0.1), row(1, 0.9)])])).toBe(0.5)
})

test('sources weigh the same, however long they are', () => {
  const short = source([row(0, 0.6), row(1, 0.7)])
  const long = source(Array.from({ length: 50 }, () => [row(0, 0.1), row(1, 0.65)]).flat())
  expect(learnScreenThreshold([short, long])).toBe(0.61)
})

test('a summary counts what was said and how much of it was right', () => {
  const summary = summarizeSource(
    source([
      row(0, 0.2, 'The tower cost 12 francs.'),
      row(1, 0.2, 'The tower cost 13 francs.'),
      row(1, 0.9, 'The tower was built in Rome.'),
      row(1, 0.8),
      row(0, 0.4),
    ]),
    0.5,
  )
  expect(summary).toMatchObject({
    rows: 5,
    unsupported: { count: 2, right: 1 },
    supported: { count: 1, right: 1 },
    supportedShare: 0.6,
    saidSupportedShare: 0.4,
  })
  expect(summary.auc).toBeCloseTo((2.5 + 2) / 6, 12)
})
