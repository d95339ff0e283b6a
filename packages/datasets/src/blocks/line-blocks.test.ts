import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DataRow } from '../data-row.ts'
import { rowsOf, tempFile } from '../__fixtures__/temp-data.ts'
import { type BlockStart, createBlockReader } from './block-reader.ts'
import { lineBlocks } from './line-blocks.ts'

const KIB = 1024
const bufferOf = (bytes: number): ArrayBuffer => new ArrayBuffer(bytes)

type Found = { readonly start: BlockStart; readonly text: string; readonly rows: number }

async function blocksOf(paths: readonly string[], blockBytes = 64 * KIB): Promise<Found[]> {
  const found: Found[] = []
  for await (const { bytes, start, rows } of lineBlocks(paths, { blockBytes, bufferOf }))
    found.push({ start, rows, text: Buffer.from(bytes).toString() })
  return found
}

describe('blocks of lines', () => {
  it('hold the whole file, cut after line breaks, and know the lines and rows before them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('{}', '', ' ', '\u00A0', `{"a":"${'é'.repeat(9000)}"}`, `{"a":"${'x'.repeat(150_000)}"}`), {
          maxLength: 60,
        }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        async (lines, end, isEndless) => {
          const whole = lines.join(end) + (isEndless ? '' : end)
          const blocks = await blocksOf([await tempFile('rows.jsonl', whole)])
          expect(blocks.map(({ text }) => text).join('')).toBe(whole)
          let [line, index] = [1, 0]
          for (const { start, text, rows } of blocks) {
            expect(start).toMatchObject({ source: 0, line, index, rowInFile: index })
            const held = text.split('\n')
            expect(rows).toBe(held.filter((one) => one.trim() !== '').length)
            line += held.length - 1
            index += rows
          }
          for (const { text } of blocks.slice(0, -1)) expect(text.endsWith('\n')).toBe(true)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('count on over files, each from its first line', async () => {
    const paths = await Promise.all(['{}\n\n{}', '\uFEFF{}\n'].map((text, at) => tempFile(`${at}.jsonl`, text)))
    expect((await blocksOf(paths)).map(({ start, rows }) => [start.source, start.line, start.index, start.rowInFile, rows])).toEqual([
      [0, 1, 0, 0, 2],
      [1, 1, 2, 0, 1],
    ])
  })

  it('are read as the data set itself is, first what it reads first', async () => {
    const text = Array.from({ length: 5000 }, (_, row) => JSON.stringify({ id: `q${row}`, reference: 'r'.repeat(row % 50) })).join('\n')
    const path = await tempFile('rows.jsonl', text)
    const expected = await rowsOf(path)
    const reader = createBlockReader({ columns: {}, needs: ['reference', 'response'] })
    const rows: Pick<DataRow, 'sample' | 'idGiven' | 'index'>[] = []
    for await (const { bytes, start } of lineBlocks([path], { blockBytes: 128 * KIB, bufferOf }))
      for (const { sample, idGiven, index } of reader.rows(Buffer.from(bytes), start, (given, at) => given ?? `row-${at + 1}`))
        rows.push({ sample, idGiven, index })
    expect(rows).toEqual(expected)
    expect(reader.notes()).toEqual({ fields: ['reference'], warnings: [] })
    const [first, second] = await blocksOf([path], 128 * KIB)
    expect(first?.text.length).toBeLessThanOrEqual(64 * KIB)
    expect(second?.text.length).toBeGreaterThan(64 * KIB)
  })
})
