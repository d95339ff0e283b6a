import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from './run-assay.ts'

/*
 * The steps of action.yml as GitHub runs them: each `run` by bash in the folder of the workflow, its `env` filled in, its outputs kept. What only GitHub has
 * (`gh`, the two actions of others) is a script that notes how it was called, or left out.
 */

type Step = {
  readonly id?: string
  readonly name?: string
  readonly uses?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
}
const action: {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>
  readonly runs: { readonly steps: readonly Step[] }
} = parse(readFileSync(`${root}action.yml`, 'utf8'))

const folders = mkdtempSync(join(tmpdir(), 'assay-action-'))
afterAll(() => rmSync(folders, { recursive: true }))

const command = `${process.execPath} --conditions=@assay/source ${root}apps/cli/src/bin.ts`
const rows = (found: number): string =>
  Array.from(
    { length: 20 },
    (_, i) =>
      `${JSON.stringify({ id: `q${i}`, reference_context_ids: [`d${i}`], retrieved_context_ids: i < found ? [`d${i}`] : ['x'] })}\n`,
  ).join('')

type Workflow = {
  readonly found: number
  readonly base?: number
  readonly inputs?: Readonly<Record<string, string>>
  readonly pullRequest?: string
  readonly files?: Readonly<Record<string, string>>
}

/** Runs all steps in a folder of their own; `calls` are those of `gh`. */
function runAction({ found, base, inputs = {}, pullRequest = '7', files = {} }: Workflow) {
  const folder = mkdtempSync(join(folders, 'workflow-'))
  const [bin, home] = [join(folder, 'bin'), join(folder, 'home')]
  for (const path of [bin, home]) mkdirSync(path)
  writeFileSync(join(folder, 'rows.jsonl'), rows(found))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  if (base !== undefined) {
    writeFileSync(join(home, 'rows.jsonl'), rows(base))
    bash(`${command} eval rows.jsonl -m recall@5 --quiet -o assay-report.json`, { cwd: home, env: {} })
  }
  const gh = `#!/bin/bash
echo "$*" >> "${home}/calls"
case "$1 $2" in
  "run list") ${base === undefined ? ':' : 'echo 4711'} ;;
  "run download") mkdir -p assay-base && cp "${home}/assay-report.json" assay-base/ ;;
esac
`
  writeFileSync(join(bin, 'gh'), gh)
  chmodSync(join(bin, 'gh'), 0o755)
  const outputs: Record<string, string> = {}
  const values = (expression: string): string => {
    const [, input] = /^inputs\.([\w-]+)$/.exec(expression) ?? []
    if (input !== undefined) return { command, ...inputs }[input] ?? filled(action.inputs[input]?.default ?? '', values)
    const known: Readonly<Record<string, string>> = {
      'github.token': 'token',
      'github.repository': 'o/r',
      'github.event.pull_request.number': pullRequest,
    }
    return known[expression] ?? outputs[expression] ?? ''
  }
  let [out, code] = ['', 0]
  for (const { id, name, run, env = {} } of action.runs.steps) {
    if (run === undefined) continue
    const written = join(home, `${name}.out`)
    writeFileSync(written, '')
    const ran = bash(run, {
      cwd: folder,
      env: {
        ...Object.fromEntries(Object.entries(env).map(([key, value]) => [key, filled(value, values)])),
        PATH: `${bin}:${process.env['PATH']}`,
        HOME: home,
        GITHUB_ACTIONS: 'true',
        GITHUB_OUTPUT: written,
        GITHUB_STEP_SUMMARY: join(home, 'summary.md'),
        GITHUB_BASE_REF: pullRequest === '' ? '' : 'main',
        GITHUB_WORKFLOW: 'Retrieval',
      },
    })
    out += ran.stdout + ran.stderr
    for (const line of readFileSync(written, 'utf8').trim().split('\n')) {
      const [key = '', ...value] = line.split('=')
      outputs[`steps.${id}.outputs.${key}`] = value.join('=')
    }
    code = ran.status ?? -1
    if (code !== 0) break
  }
  const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')
  return { code, out, folder, calls: read(join(home, 'calls')).trim().split('\n'), summary: read(join(home, 'summary.md')) }
}

function bash(script: string, { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> }) {
  // As GitHub does where a step names bash.
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd,
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...env },
    encoding: 'utf8',
  })
}

function filled(text: string, values: (expression: string) => string): string {
  return text.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => values(expression))
}

describe('the action on GitHub', () => {
  it('scores, compares with the report of the base branch, comments, and fails where retrieval got worse', () => {
    const { code, calls, summary, folder } = runAction({
      found: 5,
      base: 18,
      inputs: { eval: 'rows.jsonl -m recall@5', compare: '--fail-if worse', comment: 'true' },
    })
    expect(code).toBe(1)
    expect(calls).toEqual([
      expect.stringMatching(/^run list --branch main --workflow Retrieval --status success /),
      'run download 4711 --name assay-report --dir assay-base',
      'pr comment 7 --body-file assay-comparison.md --edit-last --create-if-none',
    ])
    expect(readFileSync(join(folder, 'assay-comparison.md'), 'utf8')).toContain('❌ **failed** `recall@5 worse: B is shown to be worse')
    expect(summary).toMatch(/## Assay[^]*## Comparison/)
    expect(readFileSync(join(folder, 'assay-comparison.html'), 'utf8')).toContain('2 runs compared')
  })

  it('passes where nothing is shown to be worse, and comments only when asked to', () => {
    const { code, calls } = runAction({ found: 18, base: 18, inputs: { eval: 'rows.jsonl -m recall@5', compare: '--fail-if worse' } })
    expect([code, calls]).toEqual([0, [expect.stringContaining('run list'), expect.stringContaining('run download')]])
  })

  it('without a report of the base branch only scores, and its gates decide', () => {
    const { code, out, folder } = runAction({
      found: 5,
      inputs: { eval: 'rows.jsonl -m recall@5 --fail-under recall@5=0.9', comment: 'true' },
    })
    expect([code, out]).toEqual([1, expect.stringContaining('Nothing to compare.')])
    expect(existsSync(join(folder, 'assay-report.json'))).toBe(true)
  })

  it('takes a report by name, and one that is not there for none', () => {
    const { code, calls, out } = runAction({
      found: 18,
      inputs: { eval: 'rows.jsonl -m recall@5', 'base-report': 'gone.json' },
      pullRequest: '',
    })
    expect([code, calls]).toEqual([0, ['']])
    expect(out).toContain('There is no report gone.json to compare with.')
  })

  it('takes quoted words as one, and expands nothing', () => {
    const { code, out, folder } = runAction({
      found: 18,
      inputs: { eval: `'my rows.jsonl' -m recall@5 -o "$(touch pwned)x.csv" -o ';touch pwned;.md'` },
      files: { 'my rows.jsonl': rows(18) },
    })
    expect(existsSync(join(folder, 'pwned'))).toBe(false)
    expect({ code, out }).toEqual({ code: 0, out: expect.any(String) })
    expect(existsSync(join(folder, '$(touch pwned)x.csv'))).toBe(true)
  })

  it('ends as the evaluation did where that could not run', () => {
    expect(runAction({ found: 18, base: 18, inputs: { eval: 'none.jsonl -m recall@5', compare: '--fail-if worse' } }).code).toBe(2)
  })

  it('puts what workflows say into no script, only into its environment', () => {
    for (const { run } of action.runs.steps) expect(run ?? '').not.toContain('${{')
  })
})
