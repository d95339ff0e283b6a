import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runAssay } from '../__fixtures__/run-assay.ts'
import { rowThreshold } from './row-threshold.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-row-threshold-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A row for each pair: how many of four ids were found, and what it is held to. */
function write(name: string, rows: readonly (readonly [found: number, threshold: unknown])[]): string {
  const ids = ['d1', 'd2', 'd3', 'd4']
  const lines = rows.map(([found, threshold]) =>
    JSON.stringify({ retrieved_context_ids: ids.slice(0, found), reference_context_ids: ids, metadata: { gate: { least: threshold } } }),
  )
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
  return name
}

const gated = (data: string, share: string, ...options: string[]) =>
  runAssay(['eval', data, '-m', 'recall@5', '--fail-under', `recall@5@metadata.gate.least=${share}`, '--quiet', ...options], {
    cwd: folder,
  })

describe('a gate on what each row must reach', () => {
  it('holds where every row reaches its own number, and not where one does not', async () => {
    expect(
      await gated(
        write('held.jsonl', [
          [4, 1],
          [2, 0.5],
          [1, 0.25],
          [1, 0],
        ]),
        '100%',
      ),
    ).toMatchObject({ code: 0 })
    const { code, err } = await gated(
      write('failed.jsonl', [
        [4, 1],
        [3, 0.76],
        [1, 0.25],
        [1, 0],
      ]),
      '100%',
    )
    expect([code, err]).toEqual([
      1,
      'assay: gate failed: recall@5: share of rows at or above their metadata.gate.least at least 100%; it is 75%\n',
    ])
    expect(await gated('failed.jsonl', '75%')).toMatchObject({ code: 0 })
  })

  it('does not hold where a row has no number from 0 to 1', async () => {
    const { code, err } = await gated(
      write('absent.jsonl', [
        [4, 1],
        [4, null],
        [4, '0.5'],
        [4, 2],
      ]),
      '25%',
    )
    expect([code, err]).toEqual([1, expect.stringContaining('3 of 4 rows have no number from 0 to 1 there')])
  })

  it('reads no more than what a row itself holds', () => {
    expect(rowThreshold('metadata.constructor.length')({ metadata: {} })).toBeUndefined()
    expect(rowThreshold('metadata.a.b')({ metadata: { a: { b: 0.5 } } })).toBe(0.5)
  })
})
