import { mkdtemp, readdir, readFile, rm, symlink, writeFile, chmod, stat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inputHash } from '@assay/runner'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkedRun, gates } from '../__fixtures__/checked-run.ts'
import { finishedRun, type FinishedRun, memorySink, partsInFile, reported, valuesMetric } from '../__fixtures__/sample-run.ts'
import { rowSample } from '../figures/row-sample.ts'
import { fileSink } from '../sink/file-sink.ts'
import { createJsonReporter } from './json-reporter.ts'
import { reporterFor } from '../reporter-for.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-report-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Rows as in the file: results with their input hash and sample. */
function rowsInFile({ rows }: FinishedRun) {
  return rows.map(({ result, sample }) => ({ ...result, inputHash: inputHash(sample), sample: rowSample(sample) }))
}

function asFile(run: FinishedRun): unknown {
  return { ...partsInFile(run), rows: rowsInFile(run) }
}

describe('a JSON result', () => {
  it('read back is the run, hostile text included', async () => {
    const run = await finishedRun()
    const path = join(folder, 'out.json')
    const { bytes } = await reported(reporterFor(path), run)
    const text = await readFile(path)
    expect(JSON.parse(text.toString('utf8'))).toEqual(asFile(run))
    expect(text).toHaveLength(bytes)
  })

  it('has one line for each row, before the summary', async () => {
    const run = await finishedRun()
    const sink = memorySink()
    await reported(createJsonReporter(sink), run)
    const lines = sink.text().split('\n')
    expect(lines[0]).toBe('{"schemaVersion":1,"rows":[')
    expect(lines.slice(1, 9).map((line) => JSON.parse(line.replace(/,$/, '')))).toEqual(rowsInFile(run))
    expect(lines.slice(9).map((line) => /^[\]"}]\w*/.exec(line)?.[0])).toEqual([']', '"run', '"summary', '"usage', '"cost', undefined])
  })

  it('leaves samples out on request', async () => {
    const run = await finishedRun()
    const sink = memorySink()
    await reported(createJsonReporter(sink, { samples: false }), run)
    const { rows }: { rows: object[] } = JSON.parse(sink.text())
    expect(rows).toEqual(rowsInFile(run).map(({ sample: _left, ...row }) => row))
    expect(sink.text()).not.toContain('"userInput"')
  })

  it('is the same however its rows were batched', async () => {
    const run = await finishedRun()
    const texts = await Promise.all(
      [1, 3, 100].map(async (size) => {
        const sink = memorySink()
        await reported(createJsonReporter(sink), run, size)
        return sink.text()
      }),
    )
    expect(new Set(texts).size).toBe(1)
  })

  it('without rows is complete, and says why the run was stopped', async () => {
    const run = await finishedRun([], [valuesMetric([])])
    const sink = memorySink()
    await reported(createJsonReporter(sink), { ...run, summary: { ...run.summary, stopped: { cause: 'quota', reason: 'none left' } } })
    expect(JSON.parse(sink.text())).toMatchObject({ rows: [], cost: 0, stopped: { cause: 'quota', reason: 'none left' } })
  })

  it('names the metrics that came up in the run, its gates and its warnings', async () => {
    const run = await checkedRun()
    const sink = memorySink()
    const reporter = createJsonReporter(sink)
    await reporter.begin(run.run)
    await reporter.rows(run.rows)
    await reporter.end({ ...run.summary, warnings: ['Mind the gap.'] }, { gates })
    const read = JSON.parse(sink.text())
    expect(read.run.metrics.map(({ name }: { name: string }) => name)).toEqual(['context_recall', 'id_based_context_recall', 'late'])
    expect(read).toMatchObject({ gates, warnings: ['Mind the gap.'] })
    expect(read.rows[0].gate).toEqual(run.rows[0]?.result.gate)
  })

  it('of many rows is written in pieces, each once', async () => {
    const run = await finishedRun(
      Array.from({ length: 6000 }, () => ({ userInput: 'q'.repeat(100) })),
      [valuesMetric([])],
    )
    const path = join(folder, 'many.json')
    const { bytes } = await reported(reporterFor(path), run, 160)
    expect(bytes).toBeGreaterThan(1024 * 1024)
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(asFile(run))
  })
})

describe('a result file', () => {
  it('appears once it is complete; the old one stays until then', async () => {
    const path = join(folder, 'out.json')
    await writeFile(path, 'old')
    const run = await finishedRun()
    const reporter = reporterFor(path)
    await reporter.begin(run.run)
    await reporter.rows(run.rows)
    expect(await readFile(path, 'utf8')).toBe('old')
    await reporter.end(run.summary)
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(asFile(run))
    expect(await readdir(folder)).toEqual(['out.json'])
  })

  it('holds texts of any length in their order, to the byte', async () => {
    const path = join(folder, 'out.json')
    const sink = fileSink(path)
    await sink.open()
    const texts = ['start ', 'ä€😀'.repeat(150_000), 'x'.repeat(600_000), '', '€'.repeat(700_000), ' small', 'y'.repeat(2_000_000), ' end']
    for (const text of texts) await sink.write(text)
    const { bytes } = await sink.close()
    const written = await readFile(path)
    expect(written.equals(Buffer.from(texts.join('')))).toBe(true)
    expect(bytes).toBe(written.length)
  })

  it('given up leaves nothing behind', async () => {
    const run = await finishedRun()
    const reporter = reporterFor(join(folder, 'out.json'))
    await reporter.begin(run.run)
    await reporter.rows(run.rows)
    await reporter.abandon()
    expect(await readdir(folder)).toEqual([])
  })

  it('keeps its link and its permissions', async () => {
    await writeFile(join(folder, 'real.json'), 'old')
    await chmod(join(folder, 'real.json'), 0o600)
    await symlink('real.json', join(folder, 'link.json'))
    const run = await finishedRun()
    await reported(reporterFor(join(folder, 'link.json')), run)
    expect(JSON.parse(await readFile(join(folder, 'real.json'), 'utf8'))).toEqual(asFile(run))
    expect((await stat(join(folder, 'real.json'))).mode & 0o777).toBe(0o600)
    expect((await readdir(folder)).toSorted()).toEqual(['link.json', 'real.json'])
  })

  it('that cannot be written is refused before the first row', async () => {
    const { run } = await finishedRun([], [valuesMetric([])])
    await mkdir(join(folder, 'is-a-folder.json'))
    await expect(reporterFor(join(folder, 'none', 'out.json')).begin(run)).rejects.toMatchObject({
      kind: 'config',
      message: expect.stringContaining('ENOENT'),
    })
    await expect(reporterFor(join(folder, 'is-a-folder.json')).begin(run)).rejects.toMatchObject({
      kind: 'config',
      message: expect.stringContaining('it is a folder'),
    })
  })

  it('that is a link to a device is written there, and the device stays', async () => {
    await symlink('/dev/null', join(folder, 'null.json'))
    const { bytes } = await reported(reporterFor(join(folder, 'null.json')), await finishedRun())
    expect(bytes).toBeGreaterThan(0)
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true)
    expect(await readdir(folder)).toEqual(['null.json'])
  })
})
