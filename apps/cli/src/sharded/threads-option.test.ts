import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { randomRows } from './__fixtures__/random-rows.ts'
import { runAssay } from '../__fixtures__/run-assay.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-threads-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What differs between two runs in any case. */
function withoutTimes(text: string): string {
  return text
    .replaceAll(/\d{8}T\d{6}Z-[0-9a-f]{6}/g, 'ID')
    .replaceAll(/"(startedAt|finishedAt)":"[^"]*"/g, '"$1":""')
    .replaceAll(/"durationMs":\d+/g, '"durationMs":0')
    .replaceAll(/\b\d+(?:\.\d+)? ?m?s\b/g, 'TIME')
}

it('the command says and writes the same with --threads as without', { timeout: 60_000 }, async () => {
  const data = join(folder, 'rows.jsonl')
  const rows = { seed: 7, count: 3000, at: 2900, hasIds: true, lineEnd: '\n', hasMark: false, isEndless: false } as const
  for (const oddity of ['none', 'broken line'] as const) {
    writeFileSync(data, randomRows({ ...rows, oddity }))
    const runs = await Promise.all(
      ['0', '2'].map(async (threads) => {
        const report = join(folder, `${oddity}-${threads}.jsonl`)
        const gate = [
          '--fail-under',
          'id_based_context_recall=0.9',
          '--allow-unscored',
          'empty_reference:3000',
          '--allow-unscored',
          'missing_field:3000',
        ]
        const { code, out, err } = await runAssay([
          'eval',
          data,
          '-m',
          'id-based-context-recall',
          '-o',
          report,
          ...gate,
          '--threads',
          threads,
        ])
        return {
          code,
          out: withoutTimes(out),
          err: withoutTimes(err.replace(report, 'the report')),
          report: withoutTimes(readFileSync(report, 'utf8')),
        }
      }),
    )
    expect(runs[1]).toEqual(runs[0])
    expect(runs[0]?.code).toBe(oddity === 'none' ? 1 : 3)
    expect(runs[0]?.out).toContain('Worst rows')
  }
})

it('a number of threads that is none is refused', async () => {
  const { code, err } = await runAssay(['eval', 'rows.jsonl', '-m', 'id-based-context-recall', '--threads', 'many'])
  expect(code).toBe(2)
  expect(err).toContain('--threads')
})
