import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { readDevSources } from './dev-sources.ts'
import { learnedFiles, type LearnedFiles } from './learned-files.ts'

const read = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../packages/judge/src/lexical-screen/${file}`, import.meta.url), 'utf8'))

const stored = { weights: read('weights.data.json'), frequencies: read('document-frequencies.data.json') } as LearnedFiles

test('the stored screen names the files it was learned from, as they stand here', () => {
  expect(stored.weights.provenance.sources.map(({ file, sha256, rows }) => ({ file, sha256, rows }))).toEqual(
    readDevSources().map(({ file, sha256, rows }) => ({ file, sha256, rows: rows.length })),
  )
})

describe('learned again', () => {
  let again: LearnedFiles
  // Takes about eight seconds of one core.
  beforeAll(() => {
    again = learnedFiles(readDevSources(), stored.weights.provenance.date)
  }, 240_000)

  test('the screen has the stored weights and threshold, to 1e-9', () => {
    const { threshold, intercept, weights } = stored.weights
    expect(Object.keys(again.weights.weights)).toEqual(Object.keys(weights))
    for (const [feature, weight] of Object.entries(again.weights.weights)) {
      expect(Math.abs(weight - weights[feature as keyof typeof weights])).toBeLessThanOrEqual(1e-9)
    }
    expect(Math.abs(again.weights.intercept - intercept)).toBeLessThanOrEqual(1e-9)
    expect(again.weights.threshold).toBe(threshold)
  })

  test('the frequencies are the stored ones', () => {
    expect(again.frequencies).toEqual(stored.frequencies)
  })

  test('each source, left out of learning, is ranked as stored, and as well as expected', () => {
    const aucs = again.weights.provenance.sources.map(({ name, auc }) => [name, auc ?? 0] as const)
    for (const [at, [, auc]] of aucs.entries()) expect(auc).toBeCloseTo(stored.weights.provenance.sources[at]?.auc ?? 0, 9)
    const byName = new Map(aucs)
    expect(byName.get('WiCE')).toBeGreaterThanOrEqual(0.73)
    expect(byName.get('BEGIN')).toBeGreaterThanOrEqual(0.9)
  })
})
