import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { printsOf, snippetsOf } from './snippets.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(`${root}README.md`, 'utf8')
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> }
const files = [...readme.matchAll(/^npm run example -- (\S+)$/gm)].map(([, file = '']) => file)
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('OPENAI_')))
const run = (script: string, args: readonly string[]) =>
  spawnSync(`${scripts[script]} ${args.join(' ')}`, { cwd: root, encoding: 'utf8', shell: true, env: { ...env, NODE_NO_WARNINGS: '1' } })

describe('what the README shows of the library is a file that runs as it says, without a key', () => {
  it.each(files)('%s', (file) => {
    const code = readFileSync(root + file, 'utf8')
    const { stdout, stderr } = run('example', [file])
    expect(stderr).toBe('')
    expect(stdout.trimEnd().split('\n')).toEqual(printsOf(code.split('\n')))
  })

  it('and each of its examples is one of those files, to the letter', () => {
    const shown = snippetsOf(new URL('../README.md', import.meta.url), 'README.md').map(({ code }) => `${code}\n`)
    expect(shown.length).toBeGreaterThan(0)
    expect(shown).toEqual(files.map((file) => readFileSync(root + file, 'utf8')))
  })
})

it('the row that the README shows is examples/row.json', () => {
  expect(/```json\n([\s\S]*?)```/.exec(readme)?.[1]).toBe(readFileSync(`${root}examples/row.json`, 'utf8'))
})

describe('the commands of the README end as it says, without a key', () => {
  const lines = [...readme.matchAll(/^npm run assay -- (.+)$/gm)].map(([, args = '']) => args)
  const sources = ['--conditions=@assay/source', 'apps/cli/src/bin.ts']

  it('are some', () => expect(lines.length).toBeGreaterThan(3))
  it.each(lines)('npm run assay -- %s', (line) => {
    const args = line.replace(/ -o \S+/, '').split(' ')
    const { status, stderr } = spawnSync(process.execPath, [...sources, ...args], { cwd: root, encoding: 'utf8', env })
    if (line.includes('openai:')) {
      expect(status).toBe(2)
      expect(stderr).toContain('no key for')
    } else expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})

describe('npm run bench', () => {
  it('hands its arguments to the benchmark, and refuses what it does not know', () => {
    expect(run('bench', ['run', '--help']).stdout).toContain('--judge')
    expect(run('bench', ['--no-such-option'])).toMatchObject({ status: 2, stdout: '' })
  })

  it.each(['', 'run --help'])('ends quietly when its reader has left: %s', (args) => {
    const piped = `set -o pipefail; ${scripts['bench']} ${args} | true`
    const { status, stderr } = spawnSync('bash', ['-c', piped], { cwd: root, encoding: 'utf8', env })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})
