import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { jsonl, project } from '../../__fixtures__/project.ts'
import { runAssay } from '../../__fixtures__/run-assay.ts'

const row = (id: string) => ({ id, retrieved_context_ids: ['d1', 'd2'], reference_context_ids: ['d1', 'd3'] })
const byId = ['-m', 'id-based-context-recall']
const bin = fileURLToPath(new URL('../../bin.ts', import.meta.url))

/** The command in a pipe, as a shell runs it. Its exit code stands in a file: the shell's own is the reader's. */
async function piped(cwd: string, args: readonly string[], o: { before?: string; after?: string }) {
  const line = `${o.before ?? ''} { "$@"; echo $? >code; } ${o.after ?? ''}`
  const child = spawn('/bin/sh', ['-c', line, 'sh', process.execPath, '--conditions=@assay/source', bin, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out, err, code: Number(readFileSync(join(cwd, 'code'), 'utf8')) }
}

describe('outputs', () => {
  it('are several, each by its ending, a name given twice written once', async () => {
    const cwd = project({ 'rows.jsonl': jsonl(row('a')) })
    const files = ['r.json', 'r.jsonl', 'r.csv', 'r.xml', 'r.md', 'r.html', 'r.txt']
    const ran = await runAssay(['eval', 'rows.jsonl', ...byId, '--quiet', ...[...files, 'r.md'].flatMap((file) => ['-o', file])], { cwd })
    expect(ran).toEqual({ code: 0, out: '', err: '' })
    for (const file of files) expect(readFileSync(join(cwd, file), 'utf8')).toContain('id_based_context_recall')
    expect(readFileSync(join(cwd, 'r.md'), 'utf8').match(/^## Assay$/gm)).toHaveLength(1)
  })

  it('that are files are said to be written, but not when quiet, and none that is stdout', async () => {
    const cwd = project({ 'rows.jsonl': jsonl(row('a')) })
    const told = async (...options: string[]) => (await runAssay(['eval', 'rows.jsonl', ...byId, ...options], { cwd })).err
    expect(await told('-o', 'r.json', '-o', 'r.csv')).toBe('assay: wrote r.json, r.csv\n')
    expect(await told('-o', 'r.json', '--quiet')).toBe('')
    expect(await told('-o', '-')).not.toContain('wrote')
  })

  it('of which one cannot be opened leave nothing of the others behind', async () => {
    const cwd = project({ 'rows.jsonl': jsonl(row('a')) })
    const files = ['r.json', 'r.jsonl', 'r.csv', 'r.xml', 'r.md', 'r.html', 'r.txt', 'none/r.json']
    const { code, err } = await runAssay(['eval', 'rows.jsonl', ...byId, ...files.flatMap((file) => ['-o', file])], { cwd })
    expect([code, err]).toEqual([2, expect.stringContaining('Cannot write none/r.json')])
    expect(readdirSync(cwd)).toEqual(['rows.jsonl'])
  })

  it('tell the gates of the run', async () => {
    const cwd = project({ 'rows.jsonl': jsonl(row('a')) })
    const gates = ['--fail-under', 'id_based_context_recall=0.4', '--fail-under', 'id_based_context_recall=0.9']
    const { code, out } = await runAssay(['eval', 'rows.jsonl', ...byId, ...gates, '--quiet', '-o', '-', '-o', 'r.xml'], { cwd })
    expect(code).toBe(1)
    expect(JSON.parse(out).gates.map(({ held }: { held: boolean }) => held)).toEqual([true, false])
    expect(readFileSync(join(cwd, 'r.xml'), 'utf8')).toContain('mean at least 0.9; it is 0.500')
  })

  it('of CSV are exact, and harmless to spreadsheets with --csv-safe', async () => {
    const cwd = project({ 'rows.jsonl': jsonl(row('=cmd()')) })
    const written = async (...options: string[]) => {
      await runAssay(['eval', 'rows.jsonl', ...byId, '--quiet', '-o', 'r.csv', ...options], { cwd })
      return readFileSync(join(cwd, 'r.csv'), 'utf8')
    }
    expect(await written()).toMatch(/^"?=cmd\(\)/m)
    expect(await written('--csv-safe')).toMatch(/^"?'=cmd\(\)/m)
  })

  it('of JSON hold what each row asked and was given, unless --no-samples leaves that out', async () => {
    const given = { ...row('a'), question: 'Where?', ground_truth: 'Oslo', answer: 'Bergen', contexts: ['Oslo lies there.'] }
    const cwd = project({ 'rows.jsonl': jsonl(given) })
    const sampleIn = async (file: string, ...options: string[]): Promise<unknown> => {
      await runAssay(['eval', 'rows.jsonl', ...byId, '--quiet', '-o', file, ...options], { cwd })
      const lines = readFileSync(join(cwd, file), 'utf8').split('\n')
      const line = lines.find((one) => one.startsWith('{"id"')) ?? ''
      return JSON.parse(line).sample
    }
    const { reference_context_ids: referenceContextIds, retrieved_context_ids: retrievedContextIds } = given
    for (const file of ['r.json', 'r.jsonl']) {
      expect(await sampleIn(file)).toEqual({
        userInput: 'Where?',
        reference: 'Oslo',
        response: 'Bergen',
        retrievedContexts: ['Oslo lies there.'],
        referenceContextIds,
        retrievedContextIds,
      })
      expect(await sampleIn(file, '--no-samples')).toBeUndefined()
    }
  })

  it('of CSV hold question, reference and answer beside the scores, or what was chosen, and are data in turn', async () => {
    const texts = { question: 'Where?', ground_truth: 'Oslo, "by" the fjord', answer: '' }
    const data = { ...row('a'), ...texts, metadata: { topic: 'towns' } }
    const config = 'metrics: [id-based-context-recall]\ncsvColumns: [metadata.topic]\n'
    const cwd = project({ 'rows.jsonl': jsonl(data), 'chosen.yaml': config })
    const written = async (...options: string[]) => {
      expect(await runAssay(['eval', 'rows.jsonl', '--quiet', '-o', 'r.csv', ...options], { cwd })).toEqual({ code: 0, out: '', err: '' })
      return readFileSync(join(cwd, 'r.csv'), 'utf8').split('\n')
    }
    expect(await written('-c', 'chosen.yaml')).toEqual([
      expect.stringMatching(/^id,index,cluster,metadata\.topic,id_based_context_recall\.value,/),
      expect.stringMatching(/^a,0,,towns,0\.5,scored,/),
      '',
    ])
    expect((await written('-c', 'chosen.yaml', '--csv-columns', 'answer,retrieved_context_ids,reference_context_ids')).slice(0, 2)).toEqual(
      [
        expect.stringMatching(/^id,index,cluster,answer,retrieved_context_ids,reference_context_ids,id_based/),
        expect.stringMatching(/^a,0,,"","\[""d1"",""d2""\]","\[""d1"",""d3""\]",0\.5,/),
      ],
    )
    const again = await runAssay(['eval', 'r.csv', ...byId, '--quiet', '-o', '-'], { cwd })
    expect(JSON.parse(again.out)).toMatchObject({ rows: [{ id: 'a' }], summary: { id_based_context_recall: { mean: 0.5 } } })
    expect((await written(...byId)).slice(0, 2)).toEqual([
      expect.stringMatching(/^id,index,cluster,user_input,reference,response,id_based_context_recall\.value,/),
      expect.stringMatching(/^a,0,,Where\?,"Oslo, ""by"" the fjord","",0\.5,scored,/),
    ])
  })
})

describe('on GitHub', () => {
  const failing = ['eval', 'rows.jsonl', ...byId, '--fail-under', 'id_based_context_recall=0.9']

  it('a summary is added to the page of the run, and failed gates become annotations', async () => {
    const cwd = project({ 'rows.jsonl': jsonl(row('a')), 'summary.md': 'Of an earlier step\n' })
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') }
    const { code, out } = await runAssay([...failing, '--quiet'], { cwd, env })
    expect(code).toBe(1)
    expect(out).toBe('::error title=Assay gate failed::id_based_context_recall: mean at least 0.9; it is 0.500\n')
    expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toMatch(/^Of an earlier step\n[^]*## Assay\n[^]*id_based_context_recall/)
    const json = await runAssay([...failing, '--quiet', '-o', '-'], { cwd, env })
    expect(JSON.parse(json.out).rows).toHaveLength(1)
    expect(json.err).toContain('::error title=Assay gate failed::')
  })

  it('more unscored rows than allowed become one, and are told when quiet', async () => {
    const cwd = project({ 'rows.jsonl': jsonl(row('a'), { ...row('b'), reference_context_ids: [] }) })
    const { code, out, err } = await runAssay(['eval', 'rows.jsonl', ...byId, '--quiet'], { cwd, env: { GITHUB_ACTIONS: 'true' } })
    expect(code).toBe(3)
    expect(err).toBe(
      'assay: unscored: 1 of 2 rows, more than --allow-unscored says: 1 empty_reference. The first: There are no reference ids, so there is nothing that retrieval should have found.\n',
    )
    expect(out).toMatch(/^::error title=Assay gate undecided::unscored: 1 of 2 rows, more/)
  })

  it('a run that could score nothing says so there, too', async () => {
    const { code, out } = await runAssay(['eval', 'none.jsonl', ...byId], { cwd: project({}), env: { GITHUB_ACTIONS: 'true' } })
    expect(code).toBe(2)
    expect(out).toMatch(/^::error title=Assay stopped early::none\.jsonl: there is no such file/)
  })

  it('a summary that cannot be written is a warning, and changes no exit code', async () => {
    const cwd = project({ 'rows.jsonl': jsonl(row('a')) })
    mkdirSync(join(cwd, 'folder'))
    const ran = await runAssay(['eval', 'rows.jsonl', ...byId], { cwd, env: { GITHUB_STEP_SUMMARY: join(cwd, 'folder') } })
    expect(ran.code).toBe(0)
    expect(ran.err).toMatch(/^assay: warning: the summary on GitHub was not written: .*folder/)
    expect(ran.out).toContain('id_based_context_recall')
  })

  it('nothing of it is written elsewhere', async () => {
    const { out } = await runAssay([...failing, '--quiet'], { cwd: project({ 'rows.jsonl': jsonl(row('a')) }) })
    expect(out).toBe('')
  })
})

describe('a reader that leaves', () => {
  const many = jsonl(...Array.from({ length: 3000 }, (_, at) => row(`row number ${at}`)))

  it('ends nothing: the run comes to its end, quietly, and writes its files', async () => {
    const cwd = project({ 'rows.jsonl': many })
    const ran = await piped(cwd, ['eval', 'rows.jsonl', ...byId, '--quiet', '-o', '-', '-o', 'r.jsonl'], { after: '| head -c 20' })
    expect(ran).toEqual({ out: '{"schemaVersion":1,"', err: '', code: 0 })
    expect(readFileSync(join(cwd, 'r.jsonl'), 'utf8').match(/"id":"row number/g)).toHaveLength(3000)
  })

  it.each([[['eval', 'rows.jsonl', ...byId]], [['eval', '--help']], [['config', 'print']], [['--version']]])('%j', async (args) => {
    expect(await piped(project({ 'rows.jsonl': jsonl(row('a')) }), args, { after: '| true' })).toEqual({ out: '', err: '', code: 0 })
  })
})

describe('data', () => {
  it('comes from the standard input, in the format that is named', async () => {
    const cwd = project({ 'rows.csv': 'id,retrieved_context_ids,reference_context_ids\na,"[""d1""]","[""d1"", ""d2""]"\n' })
    const ran = await piped(cwd, ['eval', '-', '--format', 'csv', ...byId, '--quiet', '-o', '-'], { before: 'cat rows.csv |' })
    expect(ran.code).toBe(0)
    expect(JSON.parse(ran.out)).toMatchObject({ rows: [{ id: 'a' }], summary: { id_based_context_recall: { mean: 0.5 } } })
    const unnamed = await piped(cwd, ['eval', '-', ...byId, '--quiet'], { before: 'cat rows.csv |' })
    expect(unnamed).toMatchObject({ code: 2, err: expect.stringContaining('standard input, line 1') })
  })

  it('of the standard input is read once, also before paid calls', async () => {
    const cwd = project({ 'rows.jsonl': jsonl({ id: 'a', reference: 'Oslo.', retrieved_contexts: [' '] }) })
    const ran = await piped(cwd, ['eval', '-', '-m', 'context-recall', '-j', 'ollama:never-asked', '--quiet', '-o', '-'], {
      before: 'cat rows.jsonl |',
    })
    expect(JSON.parse(ran.out)).toMatchObject({ rows: [{ id: 'a' }], summary: { context_recall: { mean: 0 } } })
  })

  it('is of several files and patterns, and a repeated id names both places', async () => {
    const cwd = project({ 'a/1.jsonl': jsonl(row('a')), 'a/2.jsonl': jsonl(row('b')), 'c.json': JSON.stringify([row('c')]) })
    const { out } = await runAssay(['eval', 'c.json', 'a/*.jsonl', ...byId, '--quiet', '-o', '-'], { cwd })
    expect(JSON.parse(out).rows.map(({ id }: { id: string }) => id)).toEqual(['c', 'a', 'b'])
    const twice = await runAssay(['eval', 'a/1.jsonl', 'a/*.jsonl', ...byId, '--quiet'], { cwd })
    expect(twice).toMatchObject({ code: 3, err: expect.stringMatching(/"a" was already given at a\/1\.jsonl, line 1/) })
    const none = await runAssay(['eval', 'b/*.jsonl', ...byId], { cwd })
    expect(none).toMatchObject({ code: 2, err: expect.stringContaining('no file matches') })
  })

  it('has no format that there is not', async () => {
    const { code, err } = await runAssay(['eval', 'x', '--format', 'jsnl', ...byId])
    expect(code).toBe(2)
    expect(err).toContain('--format jsnl: found the text "jsnl" where jsonl, json, csv, tsv, yaml or parquet is due. Did you mean jsonl?')
  })
})
