import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAssay } from '../../__fixtures__/run-assay.ts'
import { createCatalog } from '@assay/catalog'
import { createProgram } from '../../program.ts'
import { evalTable } from '../../settings/eval-table.ts'
import { allCommands, commandTree } from './command-tree.ts'
import { completionScript } from './completion-script.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'assay-completion-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const program = await createProgram(() => undefined)
const table = await evalTable(createCatalog())
const tree = commandTree(program, { ...table, similarities: await createCatalog().similarities() })
const hasShell = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0

async function file(shell: 'bash' | 'zsh' | 'fish'): Promise<string> {
  const path = join(folder, `assay.${shell}`)
  writeFileSync(path, await completionScript(shell, program, table))
  return path
}

/** What bash would offer behind the last word. */
async function offered(...words: readonly string[]): Promise<string[]> {
  const script = `
    source "$1"; shift
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    _assay
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = await run('bash', ['--norc', '-c', script, 'bash', join(folder, 'assay.bash'), ...words])
  return stdout.split('\n').filter((line) => line !== '')
}

describe('assay completion', () => {
  test.each(['bash', 'zsh', 'fish'])('prints a script for %s, and nothing else', async (shell) => {
    const { code, out, err } = await runAssay(['completion', shell])
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(`Completion of assay for ${shell}.`)
  })

  test('another shell is refused, and the help fits a screen', async () => {
    const { code, err } = await runAssay(['completion', 'cmd'])
    expect([code, err]).toEqual([2, expect.stringContaining('bash, zsh, fish')])
    const { out } = await runAssay(['completion', '--help'])
    expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(24)
  })

  test.each(['bash', 'zsh', 'fish'] as const)('every command and every shown option stands in the script for %s', async (shell) => {
    const script = await completionScript(shell, program, table)
    for (const { name, options } of allCommands(tree)) {
      expect(script).toContain(name)
      for (const flag of options.flatMap(({ names }) => names)) {
        expect(script).toContain(shell === 'fish' ? flag.replace(/^--/, '-l ').replace(/^-(?=\w$)/, '-s ') : flag)
      }
    }
    expect(script).not.toContain('--grader')
  })

  test('nothing in the command tree could end a quotation or begin an expansion in a shell', () => {
    for (const { path, commands, argumentChoices, options } of allCommands(tree)) {
      const words = [
        path,
        ...commands.map(({ name }) => name),
        ...argumentChoices,
        ...options.flatMap(({ names }) => names),
        ...options.flatMap(({ value }) => (typeof value === 'string' ? [] : value)),
      ]
      for (const word of words) expect(word).toMatch(/^[\w@:=. -]+$/)
    }
  })

  describe.each([
    ['zsh', '-n'],
    ['fish', '--no-execute'],
  ] as const)('%s', (shell, onlyRead) => {
    test.runIf(hasShell(shell))('takes the script', async () => {
      expect(spawnSync(shell, [onlyRead, await file(shell)], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
    })
  })
})

describe('completing in bash', () => {
  beforeAll(() => file('bash'))

  test('bash takes the script', async () => {
    expect(spawnSync('bash', ['-n', await file('bash')], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  })

  test('commands, those within commands, and shells', async () => {
    expect(await offered('assay', '')).toEqual(tree.commands.map(({ name }) => name))
    expect(await offered('assay', 'com')).toEqual(['compare', 'completion'])
    expect(await offered('assay', 'config', '')).toEqual(['print'])
    expect(await offered('assay', 'completion', '')).toEqual(['bash', 'zsh', 'fish'])
  })

  test('the options of the command that was typed', async () => {
    expect(await offered('assay', 'compare', 'a.json', '--fail')).toEqual(['--fail-if'])
    expect(await offered('assay', 'eval', '--fail')).toEqual(['--fail-under', '--fail-over'])
    expect(await offered('assay', 'store', 'prune', '--')).toContain('--help')
    expect(await offered('assay', 'eval', '--grad')).toEqual([])
  })

  test('metrics, beginnings of judges, similarities and other choices', async () => {
    expect(await offered('assay', 'eval', 'rows.jsonl', '-m', 'id-based-context-r')).toEqual(['id-based-context-recall'])
    expect(await offered('assay', 'eval', '--metrics', 'recall')).toEqual(['recall@5'])
    expect(await offered('assay', 'eval', '-j', '')).toEqual(
      expect.arrayContaining(['openai:', 'anthropic:', 'ollama:', 'recorded:', 'lexical']),
    )
    expect(await offered('assay', 'eval', '--similarity', 'jaro')).toEqual(expect.arrayContaining(['jaro-winkler']))
    expect(await offered('assay', 'compare', '--fail-if', '')).toEqual(['worse', 'worse=', 'drop='])
    expect(await offered('assay', 'eval', '--format', '')).toContain('parquet')
    expect(await offered('assay', 'init', '--format', '')).toEqual(['yaml', 'json', 'ts'])
  })

  test('a value behind an equals sign, which bash makes a word of its own', async () => {
    expect(await offered('assay', 'eval', '--strategy', '=', 'per')).toEqual(['per-claim', 'per-context'])
    expect(await offered('assay', 'eval', '--strategy', '=')).toEqual(['batched', 'per-claim', 'single-pass', 'per-context'])
  })

  test('where a number or a file is due, no word is offered', async () => {
    expect(await offered('assay', 'eval', '--limit', '')).toEqual([])
    expect(await offered('assay', 'eval', '-o', '')).toEqual([])
    expect(await offered('assay', 'eval', 'ro')).toEqual([])
  })
})
