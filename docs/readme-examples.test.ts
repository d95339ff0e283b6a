import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root, runAssay } from './run-assay.ts'
import { printsOf, snippetsOf } from './snippets.ts'

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

  it('are some', () => expect(lines.length).toBeGreaterThan(3))
  it.each(lines)('npm run assay -- %s', async (line) => {
    const args = line.replace(/ -o \S+/, '').split(' ')
    const { code, err } = await runAssay(args)
    if (line.includes('openai:')) {
      expect(code).toBe(2)
      expect(err).toContain('no key for')
    } else expect({ code, err }).toEqual({ code: 0, err: '' })
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
