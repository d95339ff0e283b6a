import { readFileSync, writeFileSync, existsSync, appendFileSync } from 'node:fs'
import { inputHash } from '@assay/runner'
import { describe, expect, it } from 'vitest'
import { gates } from '../__fixtures__/checked-run.ts'
import { finishedRun, partsInFile, reported } from '../__fixtures__/sample-run.ts'
import { useTempFolder } from '../__fixtures__/temp-folder.ts'
import { rowSample } from '../figures/row-sample.ts'
import { reporterFor } from '../reporter-for.ts'

const inFolder = useTempFolder()

describe('a JSONL result', () => {
  it('begins with the run, holds each row as the JSON result does, and ends with the summary', async () => {
    const run = await finishedRun()
    const path = inFolder('out.jsonl')
    const reporter = reporterFor(path)
    await reporter.begin(run.run)
    await reporter.rows(run.rows)
    const { bytes } = await reporter.end(run.summary, { gates })
    const text = readFileSync(path)
    expect(text).toHaveLength(bytes)
    const lines = text.toString('utf8').split('\n')
    expect(lines.pop()).toBe('')
    const [first, ...rest] = lines.map((line) => JSON.parse(line))
    const last = rest.pop()
    expect(first).toEqual({ schemaVersion: 1, run: JSON.parse(JSON.stringify(run.run)) })
    expect(rest).toEqual(run.rows.map(({ result, sample }) => ({ ...result, inputHash: inputHash(sample), sample: rowSample(sample) })))
    expect(last).toEqual({ ...partsInFile(run), gates })
  })

  it('has each row in the file as soon as it was handed over', async () => {
    const run = await finishedRun()
    const path = inFolder('out.jsonl')
    const reporter = reporterFor(path)
    await reporter.begin(run.run)
    await reporter.rows(run.rows.slice(0, 2))
    expect(readFileSync(path, 'utf8').match(/\n/g)).toHaveLength(3)
    await reporter.abandon()
    expect(readFileSync(path, 'utf8').match(/\n/g)).toHaveLength(3)
  })

  it('given up before its first row is not there', async () => {
    const path = inFolder('out.jsonl')
    const reporter = reporterFor(path)
    await reporter.begin((await finishedRun()).run)
    await reporter.abandon()
    expect(existsSync(path)).toBe(false)
  })

  it('truncated anywhere never shows a part of a line as a complete one', async () => {
    const run = await finishedRun()
    const path = inFolder('out.jsonl')
    await reported(reporterFor(path), run)
    const bytes = readFileSync(path)
    for (let end = 0; end < bytes.length; end += 1) {
      if (bytes[end - 1] === 0x0a || bytes[end] === 0x0a || end === 0) continue
      const open = bytes.subarray(0, end).toString('utf8').split('\n').at(-1) ?? ''
      expect(() => JSON.parse(open), open).toThrow(SyntaxError)
    }
  })

  it.each([
    ['in the middle of a line', '{"id":"a"}\n{"id":"b', '{"id":"a"}\n'],
    ['in its first line', '{"run"', ''],
    ['after a whole line', '{"id":"a"}\n', '{"id":"a"}\n'],
    ['after a long line', `${'x'.repeat(200_000)}\n${'y'.repeat(200_000)}`, `${'x'.repeat(200_000)}\n`],
  ])('that was interrupted %s goes on after its last whole line', async (_where, before, kept) => {
    const run = await finishedRun()
    const path = inFolder('out.jsonl')
    writeFileSync(path, before)
    const { bytes } = await reported(reporterFor(path, { append: true }), run)
    const text = readFileSync(path, 'utf8')
    expect(text.startsWith(`${kept}{"schemaVersion":1,"run":`)).toBe(true)
    expect(Buffer.byteLength(text)).toBe(kept.length + bytes)
  })

  it('without "append" takes the place of the old file', async () => {
    const path = inFolder('out.jsonl')
    writeFileSync(path, 'old\n')
    await reported(reporterFor(path), await finishedRun())
    expect(readFileSync(path, 'utf8')).toMatch(/^\{"schemaVersion":1,"run":/)
  })

  it('to be added to may be missing, and given up keeps what was there', async () => {
    const { run } = await finishedRun()
    const path = inFolder('out.jsonl')
    await reported(reporterFor(path, { append: true }), await finishedRun())
    const before = readFileSync(path, 'utf8')
    appendFileSync(path, '{"half')
    const reporter = reporterFor(path, { append: true })
    await reporter.begin(run)
    await reporter.abandon()
    expect(readFileSync(path, 'utf8')).toBe(before)
  })

  it('that cannot be opened is refused before the first row, with its name', async () => {
    const { run } = await finishedRun()
    await expect(reporterFor(inFolder('none/out.jsonl')).begin(run)).rejects.toMatchObject({ kind: 'config', message: /none\/out\.jsonl/ })
    await expect(reporterFor(inFolder('.') + '/x.jsonl/').begin(run)).rejects.toMatchObject({ kind: 'config' })
  })
})
