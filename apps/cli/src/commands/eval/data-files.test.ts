import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startFakeOpenAI } from '@assay/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ran, runAssay } from '../../__fixtures__/run-assay.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-data-files-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

type Report = {
  readonly rows: readonly { readonly id: string; readonly file?: string; readonly scores: object }[]
  readonly summary: Readonly<Record<string, { readonly mean: number | null; readonly groups: object }>>
}

/** The report of a run, beside what it printed. */
async function evaluated(...args: readonly string[]): Promise<Ran & { readonly report: Report | undefined }> {
  const ran = await runAssay(['eval', ...args, '--quiet', '-o', 'out.json'], { cwd: folder })
  return { ...ran, report: ran.code === 2 ? undefined : JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')) }
}

const ids = { retrieved_context_ids: ['a'], reference_context_ids: ['a'] }
const lines = (...rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

describe('a field that no metric reads', () => {
  it('never ends a run, and one that a metric reads does', async () => {
    write('odd.jsonl', lines({ answer: { text: 'x' }, contexts: 'one passage', metadata: 'none', ...ids }))
    expect(await evaluated('odd.jsonl', '-m', 'id-based-context-recall')).toMatchObject({ code: 0, err: '' })
    const told = await runAssay(['eval', 'odd.jsonl', '-m', 'recall@5'], { cwd: folder })
    expect(told.err).toContain('field retrievedContexts: found the text "one passage" where a list of texts was expected')
    expect(told.err).toContain('No metric reads this field')
    const read = await evaluated('odd.jsonl', '-m', 'non-llm-context-recall')
    expect([read.code, read.err]).toEqual([2, expect.stringContaining('found the text "one passage" where a list of texts was expected')])
  })
})

describe('CSV that Excel writes with semicolons', () => {
  it('is read as it is, and by --delimiter or the configuration where its first line leaves it open', async () => {
    write('rows.csv', `\uFEFFid;retrieved_context_ids;reference_context_ids\r\nq1;"[""a""]";"[""a"", ""b""]"\r\n`)
    const found = await evaluated('rows.csv', '-m', 'recall@5')
    expect([found.code, found.report?.rows[0]]).toMatchObject([0, { id: 'q1', scores: { 'recall@5': { value: 0.5 } } }])
    write('open.csv', `Nr;Gefunden, alle;Erwartet\r\nq1;"['a']";"['a']"\r\n`)
    const open = await evaluated('open.csv', '-m', 'recall@5')
    expect([open.code, open.err]).toEqual([2, expect.stringMatching(/can be split at "," .* or at ";" .*--delimiter ';'/)])
    const named = ['--column', 'retrieved_context_ids=Gefunden, alle', '--column', 'reference_context_ids=Erwartet', '--column', 'id=Nr']
    expect(await evaluated('open.csv', '-m', 'recall@5', ...named, '--delimiter', ';')).toMatchObject({ code: 0 })
    write(
      'config/assay.config.yaml',
      'data: ../open.csv\ndelimiter: semicolon\nmetrics: [recall@5]\ncolumns:\n  retrieved_context_ids: Gefunden, alle\n  reference_context_ids: Erwartet\n',
    )
    expect(await evaluated('-c', 'config/assay.config.yaml', '--trust-config')).toMatchObject({
      code: 0,
      report: { rows: [{ scores: { 'recall@5': { value: 1 } } }] },
    })
    expect(await evaluated('-c', 'config/assay.config.yaml', '--delimiter', ',', '--trust-config')).toMatchObject({ code: 2 })
  })

  it('a delimiter has no place where nothing is CSV, and in a configuration it waits for what is', async () => {
    write('rows.jsonl', lines(ids))
    const idle = await evaluated('rows.jsonl', '-m', 'recall@5', '--delimiter', ';')
    expect([idle.code, idle.err]).toEqual([2, expect.stringContaining('--delimiter is for CSV, and rows.jsonl is none.')])
    write('config/assay.config.yaml', 'delimiter: ;\nmetrics: [recall@5]\n'.replace('delimiter: ;', "delimiter: ';'"))
    expect(await evaluated('rows.jsonl', '-c', 'config/assay.config.yaml')).toMatchObject({ code: 0 })
    write('config/assay.config.yaml', "delimiter: ';;'\nmetrics: [recall@5]\n")
    const wrong = await evaluated('rows.jsonl', '-c', 'config/assay.config.yaml')
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('assay.config.yaml:1: delimiter: ";;" is none.')])
  })
})

describe('a folder named like a pattern', () => {
  it('is none: only what stands in its configuration is', async () => {
    write('proj[ab]/assay.config.yaml', 'data: data/*.jsonl\nmetrics: [recall@5]\noutput: out.json\n')
    write('proj[ab]/data/one.jsonl', lines({ id: 'right', ...ids }))
    write('proja/data/two.jsonl', lines({ id: 'wrong', ...ids }))
    const { code, report } = await evaluated('-c', 'proj[ab]/assay.config.yaml')
    expect([code, report?.rows.map(({ id }) => id)]).toEqual([0, ['right']])
    write('proj[ab]/assay.config.yaml', 'data: data/two.jsonl\nmetrics: [recall@5]\n')
    const absent = await evaluated('-c', 'proj[ab]/assay.config.yaml')
    expect([absent.code, absent.err]).toEqual([2, expect.stringContaining('proj[ab]/data/two.jsonl: there is no such file.')])
    write('proj[ab]/assay.config.yaml', 'data: more/*.jsonl\nmetrics: [recall@5]\n')
    const none = await evaluated('-c', 'proj[ab]/assay.config.yaml')
    expect([none.code, none.err]).toEqual([
      2,
      expect.stringMatching(/more\/\*\.jsonl: no file matches\. Patterns are looked up from .*proj\[ab\]/),
    ])
  })
})

describe('--group-by', () => {
  it('takes any column of the file, and file for the data file, in which alone ids are then unique', async () => {
    const miss = { ...ids, retrieved_context_ids: ['z'] }
    write('data/de.jsonl', lines({ id: 'q1', topic: 'pay', ...ids }, { id: 'q2', topic: 'leave', ...miss }))
    write('data/fr.jsonl', lines({ id: 'q1', topic: 'pay', ...miss }))
    const { code, report } = await evaluated('data/*.jsonl', '-m', 'recall@5', '--group-by', 'topic', '--group-by', 'file')
    expect(code).toBe(0)
    expect(report?.summary['recall@5']?.groups).toMatchObject({
      topic: [
        { value: 'pay', mean: 0.5, total: 2 },
        { value: 'leave', mean: 0, total: 1 },
      ],
      file: [
        { value: 'de.jsonl', mean: 0.5 },
        { value: 'fr.jsonl', mean: 0 },
      ],
    })
    expect(report?.rows.map(({ id, file }) => [file, id])).toEqual([
      ['de.jsonl', 'q1'],
      ['de.jsonl', 'q2'],
      ['fr.jsonl', 'q1'],
    ])
    const byTopic = await evaluated('data/*.jsonl', '-m', 'recall@5', '--group-by', 'topic')
    expect([byTopic.code, byTopic.err]).toEqual([3, expect.stringMatching(/the id "q1" was already given at data\/de\.jsonl, line 1/)])
    await evaluated('data/*.jsonl', '-m', 'recall@5', '--group-by', 'file')
    const compared = await runAssay(['compare', 'out.json', 'out.json'], { cwd: folder })
    expect([compared.code, compared.out]).toEqual([0, expect.stringContaining('3')])
  })
})

describe('contexts that are documents', () => {
  it('are read by their text, said once as a note', async () => {
    const row = (text: string) => ({
      retrieved_contexts: [{ pageContent: text, metadata: { source: 'x' } }],
      reference_contexts: [{ text }],
    })
    write('docs.jsonl', lines(row('Oslo lies in Norway.'), row('Trams run there.')))
    const { code, out, err } = await runAssay(['eval', 'docs.jsonl', '-m', 'non-llm-context-recall'], { cwd: folder })
    expect([code, out]).toEqual([0, expect.stringMatching(/non_llm_context_recall\s+1\.000/)])
    expect(err.split('\n').filter((line) => line.includes('note: '))).toEqual([
      'assay: note: docs.jsonl, line 1, column "retrieved_contexts", field retrievedContexts: the contexts are objects, and read by their pageContent.',
      'assay: note: docs.jsonl, line 1, column "reference_contexts", field referenceContexts: the contexts are objects, and read by their text.',
    ])
  })

  it('and so they are where the files are read through before anything is paid for', async () => {
    const server = await startFakeOpenAI(() => JSON.stringify({ claims: [{ text: 'It is.', reason: '', evidence: [], supported: true }] }))
    const env = { OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_BASE_URL: server.url }
    write('asked.jsonl', lines({ reference: 'It is.', answer: { text: 'x' }, metadata: 'none', retrieved_contexts: [{ text: 'It is.' }] }))
    const args = ['eval', 'asked.jsonl', '-m', 'context-recall', '-j', 'openai:toy', '--strategy', 'single-pass']
    const { code, err } = await runAssay(args, { cwd: folder, env })
    await server.close()
    expect(code).toBe(0)
    expect(err.match(/note: /g)).toHaveLength(1)
    expect(err.match(/No metric reads this field/g)).toHaveLength(1)
    expect(JSON.stringify(server.requests[0]?.body)).toContain('It is.')
    expect(JSON.stringify(server.requests[0]?.body)).not.toContain('[object')
  })
})
