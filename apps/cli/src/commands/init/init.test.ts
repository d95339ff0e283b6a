import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runAssay } from '../../__fixtures__/run-assay.ts'
import { loadConfig } from '../../settings/load-config.ts'
import { createAnswers } from './ask-answers.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-init-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const init = (...args: readonly string[]) => runAssay(['init', ...args], { cwd: folder })
const written = (name: string): string => readFileSync(join(folder, name), 'utf8')

describe('assay init', () => {
  test.each([
    ['yaml', 'jsonl'],
    ['json', 'csv'],
    ['ts', 'json'],
  ])('writes a %s configuration and %s rows that our schema takes and that run offline at once', async (format, rows) => {
    const { code, out } = await init('--yes', '--format', format, '--rows', rows)
    expect([code, out]).toEqual([0, `Wrote assay.config.${format} and rows.${rows}.\nRun: assay eval\n`])
    expect(await loadConfig(folder)).toMatchObject({ value: { data: `rows.${rows}`, judge: 'lexical', metrics: ['context-recall'] } })
    const ran = await runAssay(['eval', '--quiet', '-o', '-'], { cwd: folder })
    expect([ran.code, ran.err]).toEqual([0, ''])
    expect(JSON.parse(ran.out).summary.context_recall).toMatchObject({ scored: 6, unscored: 0 })
  })

  test.each(['non-llm-context-recall', 'id-based-context-recall', 'recall@5'])(
    'the sample rows do for %s, which asks no judge',
    async (metric) => {
      expect((await init('--yes', '--metric', metric)).code).toBe(0)
      expect(written('assay.config.yaml')).not.toContain('judge:')
      const ran = await runAssay(['eval', '--quiet', '-o', '-'], { cwd: folder })
      const [summary] = Object.values<{ scored: number; mean: number }>(JSON.parse(ran.out).summary)
      expect([ran.code, summary?.scored]).toEqual([0, 6])
      expect(summary?.mean).toBeLessThan(1)
    },
  )

  test('a judge that is named stands in the configuration, and the key it needs is said', async () => {
    const { code, out } = await init('demo', '--yes', '-j', 'openai:gpt-5-mini')
    expect(code).toBe(0)
    expect(out).toContain('Set OPENAI_API_KEY, then run: assay eval -c demo/assay.config.yaml')
    expect(written('demo/assay.config.yaml')).toContain('judge: openai:gpt-5-mini\n')
  })

  test('no file is written over without --force, and then nothing is written at all', async () => {
    writeFileSync(join(folder, 'rows.jsonl'), 'mine')
    const refused = await init('--yes')
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('There is rows.jsonl already')])
    expect([written('rows.jsonl'), existsSync(join(folder, 'assay.config.yaml'))]).toEqual(['mine', false])
    expect((await init('--yes', '--force')).code).toBe(0)
    expect((await init('--yes')).err).toContain('There are assay.config.yaml and rows.jsonl already. Move them, or pass --force.')
    expect(written('rows.jsonl')).toContain('"id":"bridge"')
  })

  test.each([
    ['.', './node_modules'],
    ['my/proj', '../../node_modules'],
  ])('the schema that a configuration in %s names is the one installed, and none is named where none is', async (at, root) => {
    const named = `${root}/assay/schema/assay.config.schema.json`
    expect((await init(at, '--yes', '--format', 'json')).code).toBe(0)
    expect(written(join(at, 'assay.config.json'))).not.toContain('$schema')
    mkdirSync(join(folder, 'node_modules/assay/schema'), { recursive: true })
    writeFileSync(join(folder, 'node_modules/assay/schema/assay.config.schema.json'), '{}')
    expect((await init(at, '--yes', '--format', 'json', '--force')).code).toBe(0)
    expect(JSON.parse(written(join(at, 'assay.config.json'))).$schema).toBe(named)
    expect(existsSync(join(folder, at, named))).toBe(true)
    rmSync(join(folder, at, 'assay.config.json'))
    expect((await init(at, '--yes', '--force')).code).toBe(0)
    expect(written(join(at, 'assay.config.yaml')).split('\n', 1)).toEqual([`# yaml-language-server: $schema=${named}`])
    const ran = await runAssay(['eval', '-c', join(at, 'assay.config.yaml'), '--quiet'], { cwd: folder })
    expect(ran).toMatchObject({ code: 0, err: '' })
  })

  test('a folder that cannot be made is told without a stack', async () => {
    writeFileSync(join(folder, 'file'), '')
    const { code, err } = await init('file/inside', '--yes')
    expect([code, err]).toEqual([2, expect.stringContaining('file/inside cannot be written to')])
    expect(err).not.toContain('    at ')
    expect((await init('file', '--yes')).err).not.toContain('    at ')
  })

  test('a second configuration in one folder is refused, since every run would refuse it', async () => {
    await init('--yes')
    const { code, err } = await init('--yes', '--force', '--format', 'ts')
    expect([code, err]).toEqual([2, expect.stringContaining('There is assay.config.yaml already')])
  })

  test('without a terminal and without --yes it says what to pass', async () => {
    const { code, err } = await init('--rows', 'csv')
    expect([code, err]).toEqual([2, expect.stringContaining('Pass --metric, or --yes')])
    expect((await init('--rows', 'csv', '-m', 'mrr')).code).toBe(0)
  })

  test.each([
    [['--format', 'toml'], '--format toml: expected yaml, json, ts'],
    [['--rows', 'xml'], '--rows xml: expected jsonl, csv, json'],
    [['-m', 'recal@5'], 'recal'],
    [['-j', 'openapi:x'], 'openapi'],
    [['-m', 'mrr', '-j', 'lexical'], 'mrr has none'],
    [['-j', './judge.ts#mine'], 'Pass --format ts'],
  ])('%j is refused and nothing is written', async (args, message) => {
    mkdirSync(join(folder, 'empty'))
    const { code, err } = await init('empty', '--yes', ...args)
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
    expect(existsSync(join(folder, 'empty', 'rows.jsonl'))).toBe(false)
  })

  test('its help fits a screen', async () => {
    const { out } = await init('--help')
    expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(24)
    expect(out.split('\n').every((line) => line.length <= 80)).toBe(true)
  })
})

describe('the questions', () => {
  const question = { text: 'Which?', choices: ['one', 'two'], isOpen: false }

  test('an empty answer is the first choice, a number its place, and anything else is asked again', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const answers = createAnswers(input, output)
    const ask = async (typed: string, isOpen = false): Promise<string> => {
      const answer = answers.ask({ ...question, isOpen })
      input.write(typed)
      return answer
    }
    expect(await ask('\n')).toBe('one')
    expect(await ask('2\n')).toBe('two')
    expect(await ask('two\n')).toBe('two')
    expect(await ask('3\nthree\n1\n')).toBe('one')
    expect(await ask('three\n', true)).toBe('three')
    expect(await ask('7\n2\n', true)).toBe('two')
    answers.close()
    output.end()
    expect(await text(output)).toContain('There is no choice three.')
  })

  test('an answer that is refused is asked for again, with the reason', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const answers = createAnswers(input, output)
    const refused = async (answer: string): Promise<string | undefined> => (answer === 'three' ? 'There is no "three".' : undefined)
    const answer = answers.ask({ ...question, isOpen: true }, refused)
    input.write('three\nfour\n')
    expect(await answer).toBe('four')
    answers.close()
    output.end()
    expect(await text(output)).toContain('There is no "three".\nWhich?')
  })

  test('nobody who answers is an end, not a hang', async () => {
    const input = new PassThrough()
    const answers = createAnswers(input, new PassThrough())
    const answer = answers.ask(question)
    input.end()
    await expect(answer).rejects.toMatchObject({ kind: 'aborted' })
  })
})
