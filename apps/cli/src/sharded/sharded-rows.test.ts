import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { idBasedContextRecall, reciprocalRank } from '@assay/metric-id-recall'
import { nonLlmContextRecall } from '@assay/metric-non-llm-recall'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { ODDITIES, randomRows, type RandomRows } from './__fixtures__/random-rows.ts'
import { countedRun, type LaneOutcome, type LaneRun, runInLane } from './__fixtures__/run-in-lane.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-sharded-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const metrics = [idBasedContextRecall(), reciprocalRank()]
const plain: RandomRows = {
  seed: 1,
  count: 2500,
  oddity: 'none',
  at: 2100,
  hasIds: true,
  lineEnd: '\n',
  hasMark: false,
  isEndless: false,
}

function fileOf(bytes: Buffer | string, name = 'rows.jsonl'): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

type Both = { readonly one: LaneOutcome; readonly threaded: LaneOutcome; readonly rendered: number }

async function inBothLanes(run: Omit<LaneRun, 'threads'>): Promise<Both> {
  const one = await runInLane({ ...run, threads: 0 })
  const { outcome, rendered } = await countedRun({ ...run, threads: 1 })
  return { one, threaded: outcome, rendered }
}

describe('rows scored by threads', () => {
  it.each(ODDITIES)('are reported to the byte as without, with %s among them', async (oddity) => {
    const path = fileOf(randomRows({ ...plain, oddity }))
    const { one, threaded, rendered } = await inBothLanes({ paths: [path], metrics })
    expect(threaded).toEqual(one)
    expect(one.rows).toBeGreaterThan(500)
    expect(rendered).toBeGreaterThan(500)
    if (['none', 'long line', 'large integer', 'other columns'].includes(oddity)) expect(rendered).toBe(one.rows)
  })

  it('are the same whatever the file holds', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          seed: fc.integer({ min: 1, max: 1_000_000 }),
          count: fc.integer({ min: 1, max: 3000 }),
          oddity: fc.constantFrom(...ODDITIES),
          at: fc.nat(2999),
          hasIds: fc.boolean(),
          lineEnd: fc.constantFrom('\n', '\r\n'),
          hasMark: fc.boolean(),
          isEndless: fc.boolean(),
        }),
        fc.constantFrom('json', 'jsonl'),
        async (rows, form) => {
          const paths = [fileOf(randomRows(rows)), fileOf(randomRows({ ...rows, seed: rows.seed + 1, oddity: 'none' }), 'more.jsonl')]
          const { one, threaded } = await inBothLanes({ paths: rows.hasIds ? paths.slice(0, 1) : paths, metrics, form })
          expect(threaded).toEqual(one)
        },
      ),
      { numRuns: 12 },
    )
  })

  it('are the same with mapped columns: one that is late, and one that no row has', async () => {
    const path = fileOf(randomRows({ ...plain, oddity: 'other columns' }))
    for (const column of ['referenceContextIds', 'nowhere']) {
      const { one, threaded } = await inBothLanes({ paths: [path], metrics, columns: { reference_context_ids: column } })
      expect(threaded).toEqual(one)
      expect(one.warnings.length + (one.stopped === undefined ? 0 : 1)).toBeGreaterThan(0)
    }
  })

  it('are the same where a field is in no row, a file is empty, or one is not there', async () => {
    const good = fileOf(randomRows(plain))
    const paths = [good, fileOf('\n\n', 'blank.jsonl')]
    const text = [nonLlmContextRecall()]
    for (const run of [
      { paths: [good], metrics: text },
      { paths, metrics },
      { paths: [good, join(folder, 'none.jsonl')], metrics },
    ]) {
      const { one, threaded } = await inBothLanes(run)
      expect(threaded).toEqual(one)
      expect(one.stopped?.cause).toBe('data')
    }
  })

  it('by similarity of texts are the same', async () => {
    const lines = Array.from({ length: 700 }, (_, row) => {
      const texts = [`the answer to ${row} is ${row * 7}`, `nobody knows ${row}`, '', `it stands on page ${row % 13}`]
      return JSON.stringify({
        id: `t${row}`,
        reference_contexts: texts.slice(0, row % 4),
        retrieved_contexts: [texts[row % 3], `page ${row} `.repeat(20)],
      })
    })
    const paths = [fileOf(lines.join('\n'))]
    const { one, threaded, rendered } = await inBothLanes({ paths, metrics: [nonLlmContextRecall({ soft: true }), ...metrics] })
    expect(threaded).toEqual(one)
    expect(rendered).toBe(lines.length)
  })

  it('are kept where a thread breaks down, and the run says so', async () => {
    const path = fileOf(randomRows({ ...plain, count: 6000 }))
    const script = new URL('./__fixtures__/dying-worker.ts', import.meta.url)
    const { stopped, report } = await runInLane({ paths: [path], metrics, threads: 1, script })
    expect(stopped?.cause).toBe('aborted')
    expect(stopped?.reason).toContain('broke down: it ended with code 7')
    expect(JSON.parse(report)).toMatchObject({ stopped: { cause: 'aborted' } })
  })

  it('are scored without a thread that breaks down before it begins', async () => {
    const path = fileOf(randomRows({ ...plain, count: 3000 }))
    const script = new URL('./__fixtures__/stillborn-worker.ts', import.meta.url)
    const { stopped, rows } = await runInLane({ paths: [path], metrics, threads: 2, script })
    expect([stopped, rows]).toEqual([undefined, 3000])
  })

  it('are whole up to where the user stops the run', async () => {
    const path = fileOf(randomRows({ ...plain, count: 6000 }))
    const finish = new AbortController()
    const onBatch = (batches: number): void => {
      if (batches === 4) finish.abort()
    }
    const [whole, cut] = [
      await runInLane({ paths: [path], metrics, threads: 0, form: 'jsonl' }),
      await runInLane({ paths: [path], metrics, threads: 1, form: 'jsonl', finish: finish.signal, onBatch }),
    ]
    expect(cut.stopped?.cause).toBe('aborted')
    expect(cut.rows).toBeGreaterThan(100)
    expect(cut.rows).toBeLessThan(6000)
    expect(cut.report.split('\n').slice(1, cut.rows + 1)).toEqual(whole.report.split('\n').slice(1, cut.rows + 1))
  })
})
