import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorOf, rowsOf, samplesIn } from '../__fixtures__/temp-data.ts'
import { expandPaths } from './expand-paths.ts'
import { readDataset } from '../read-dataset.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-sources-'))
  await mkdir(join(folder, 'deep/er'), { recursive: true })
  const files = ['b.jsonl', 'a.jsonl', 'A.jsonl', 'deep/c.jsonl', 'deep/er/d.jsonl', 'rows[1].jsonl', 'x{1}.jsonl', 'y.csv']
  for (const name of files) await writeFile(join(folder, name), name.endsWith('.csv') ? `id\n${name}\n` : JSON.stringify({ id: name }))
  await mkdir(join(folder, 'f.jsonl'))
})
afterAll(() => rm(folder, { recursive: true }))

const idsOf = async (...names: string[]): Promise<string[]> =>
  (await rowsOf(names.map((name) => join(folder, name)))).map(({ sample }) => sample.id)

describe('a glob', () => {
  it.each([
    ['[ab].jsonl', ['a.jsonl', 'b.jsonl']],
    ['?.jsonl', ['A.jsonl', 'a.jsonl', 'b.jsonl']],
    ['{b,a}.jsonl', ['a.jsonl', 'b.jsonl']],
    ['deep/**/*.jsonl', ['deep/c.jsonl', 'deep/er/d.jsonl']],
    ['[a-z].*', ['a.jsonl', 'b.jsonl', 'y.csv']],
  ])('%s is the files it matches, in the order of their names, folders left out', async (glob, ids) => {
    expect(await idsOf(glob)).toEqual(ids)
  })

  it('stands in the place where it was named', async () => {
    expect(await idsOf('y.csv', 'deep/*.jsonl', 'b.jsonl')).toEqual(['y.csv', 'deep/c.jsonl', 'b.jsonl'])
  })

  it('that matches nothing is an error before anything is read', () => {
    expect(() => readDataset(join(folder, '*.parquet'))).toThrow(`${folder}/*.parquet: no file matches.`)
    expect(() => readDataset(join(folder, 'f*'))).toThrow('no file matches')
  })

  it.each(['rows[1].jsonl', 'x{1}.jsonl'])('%s is the file of that name where there is one', async (name) => {
    expect(await idsOf(name)).toEqual([name])
  })
})

describe('a folder named like a pattern', () => {
  const like = (name: string) => join(folder, 'proj[ab]{c,d}', name)
  beforeAll(async () => {
    for (const [name, content] of [
      ['proj[ab]{c,d}/data/x.jsonl', '{"id":"x"}'],
      ['proj[ab]{c,d}/data/y[1].jsonl', '{"id":"y[1]"}'],
      ['proja/data/x.jsonl', '{"id":"wrong"}'],
      ['projac/data/z.jsonl', '{"id":"wrong too"}'],
    ] as const) {
      await mkdir(join(folder, name, '..'), { recursive: true })
      await writeFile(join(folder, name), content)
    }
  })

  it.each([
    [['data/*.jsonl'], ['x', 'y[1]']],
    [['data/y[1].jsonl'], ['y[1]']],
    [['data/{x,y}.jsonl'], ['x']],
  ])('is none where it is the cwd: only %j is a pattern', async (paths, ids) => {
    const rows = await rowsOf(paths, { cwd: like('') })
    expect(rows.map(({ sample }) => sample.id)).toEqual(ids)
  })

  it('a file that is not there is looked for in no other folder', async () => {
    await expect(rowsOf('data/z.jsonl', { cwd: like('') })).rejects.toThrow(/proj\[ab\]\{c,d\}\/data\/z\.jsonl: there is no such file/)
    expect(() => readDataset('more/*.jsonl', { cwd: like('') })).toThrow(
      `more/*.jsonl: no file matches. Patterns are looked up from ${like('')}`,
    )
  })

  it('what does not start there, and the standard input, stay what they are', () => {
    expect(expandPaths([join(folder, 'a.jsonl'), '-'], like(''))).toEqual([expect.stringMatching(/a\.jsonl$/), '-'])
  })
})

describe('gzip', () => {
  const rows = '{"id":"a","reference":"ä€😀"}\n{"id":"b"}\n'
  const samples = [{ id: 'a', reference: 'ä€😀' }, { id: 'b' }]

  it.each([
    ['a.jsonl.gz', rows],
    ['a.JSON.GZ', `[${rows.trim().replace('\n', ',')}]`],
    ['a.csv.gz', 'id,reference\na,ä€😀\nb,\n'],
    ['a.tsv.gz', 'id\treference\na\tä€😀\nb\t\n'],
    ['a.yaml.gz', '- {id: a, reference: ä€😀}\n- {id: b}\n'],
  ])('%s is unpacked', async (name, content) => {
    expect(await samplesIn(name, gzipSync(content))).toEqual(samples)
  })

  it('is told by the bytes: a name may say it of what is not, or not say it', async () => {
    expect(await samplesIn('a.jsonl.gz', rows)).toEqual(samples)
    expect(await samplesIn('a.jsonl', gzipSync(rows))).toEqual(samples)
  })

  it('of several members is read to the end', async () => {
    expect(
      await samplesIn(
        'a.jsonl.gz',
        Buffer.concat(
          rows
            .trim()
            .split('\n')
            .map((row) => gzipSync(`${row}\n`)),
        ),
      ),
    ).toEqual(samples)
  })

  it('that ends early hands on the rows there are, then fails', async () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => `${JSON.stringify({ id: `id_${n}`, reference: `${(n * 7919) % 10_007}` })}\n`)
    const packed = gzipSync(lines.join(''))
    const path = join(folder, 'cut.jsonl.gz')
    await writeFile(path, packed.subarray(0, packed.length - 1000))
    let seen = 0
    const reading = (async () => {
      for await (const batch of readDataset(path)) seen += batch.length
    })()
    await expect(reading).rejects.toThrow(`${path}: the gzip file ends early; was it copied or downloaded wholly?`)
    expect(seen).toBeGreaterThan(1000)
  })

  it('that is broken is refused', async () => {
    const packed = gzipSync(rows)
    packed.fill(0xff, 12, 30)
    expect((await errorOf('a.jsonl.gz', packed)).message).toContain('FILE: the gzip file is broken; it cannot be unpacked.')
  })
})

describe('the standard input', () => {
  const script = `
    import { readDataset } from ${JSON.stringify(join(import.meta.dirname, '../index.ts'))}
    const [format, rounds] = process.argv.slice(1)
    for (let round = 0; round < Number(rounds ?? 1); round += 1) {
      const data = readDataset('-', format === '' ? {} : { format })
      try { for await (const batch of data) for (const { sample } of batch) console.log(JSON.stringify(sample)) }
      catch (error) { console.log(error.message) }
    }`
  async function printed(input: string | Buffer, ...args: string[]): Promise<string[]> {
    const node = spawn(process.execPath, ['--conditions=@assay/source', '--input-type=module-typescript', '-e', script, ...args])
    node.stdin.end(input)
    return (await text(node.stdout)).trim().split('\n')
  }

  it('is JSON lines where no format is named', async () => {
    expect(await printed('{"id":"a"}\n{"id":"b"}\n', '')).toEqual(['{"id":"a"}', '{"id":"b"}'])
    expect(await printed('{"id":"a"}\n{"id":\n', '')).toEqual([
      '{"id":"a"}',
      expect.stringContaining('standard input, line 2, position 7: the line ends'),
    ])
  })

  it('is read in any format, also packed', async () => {
    expect(await printed('id,reference\na,r\n', 'csv')).toEqual(['{"id":"a","reference":"r"}'])
    expect(await printed(gzipSync('- id: a\n'), 'yaml')).toEqual(['{"id":"a"}'])
    expect(await printed('', '')).toEqual(['standard input: the file is empty. Rows were expected: was it written to the end?'])
  })

  it('cannot be read twice', async () => {
    expect(await printed('{"id":"a"}', '', '2')).toEqual(['{"id":"a"}', expect.stringContaining('standard input: it was read already')])
  })
})
