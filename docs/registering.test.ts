import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAssay } from './run-assay.ts'
import { snippetsOf } from './snippets.ts'

/*
 * What extending.md says of registering, run as it says.
 */

const here = new URL('.', import.meta.url)
const folder = new URL('.cache/registering/', here)
const snippets = snippetsOf(new URL('extending.md', here), 'extending.md')
const rows = [
  { reference: 'Oslo is in Norway.\nYes.', retrieved_contexts: ['Oslo is in Norway. It rains.'] },
  { reference: 'Oslo is in Norway.', retrieved_contexts: ['It rains.'] },
]

beforeAll(() => {
  mkdirSync(folder, { recursive: true })
  for (const { code } of snippets) {
    const [, name] = /^\/\/ ([a-z.-]+\.ts)\n/.exec(code) ?? []
    if (name !== undefined) writeFileSync(new URL(name, folder), code)
  }
  writeFileSync(new URL('rows.jsonl', folder), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  writeFileSync(
    new URL('registers.ts', folder),
    "import { register } from 'assay'\nimport { entry } from './long-lines.ts'\nregister(entry)\n",
  )
  writeFileSync(
    new URL('trusted.yaml', folder),
    'register: ./long-lines.ts\ndata: rows.jsonl\nmetrics: [long-line-recall]\nminLength: 10\n',
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the metric shown as an entry is registered, with its option', () => {
  it.each<[string, readonly string[]]>([
    ['by --register', ['rows.jsonl', '--register', './long-lines.ts', '-m', 'long-line-recall', '--min-length', '10']],
    ['by the configuration shown', ['-c', 'assay.config.ts']],
    ['by a file that registers itself', ['rows.jsonl', '--register', './registers.ts', '-m', 'long-line-recall', '--min-length', '10']],
    ['by a file of data that is trusted', ['-c', 'trusted.yaml', '--trust-config']],
  ])('%s', async (_how, args) => {
    const { summary, run } = await reportOf(...args)
    expect(summary.long_line_recall.mean).toBe(0.5)
    expect(run.metrics[0].signature).toBe('long_line_recall|minLength:10|v1')
  })

  it('and stands in the help of all flags', async () => {
    const { out } = await command('eval', '--register', './long-lines.ts', '--help', 'all')
    expect(out).toMatch(/--min-length <n> +characters of a line that counts \(default 1\)/)
  })

  it('and a wrong value is told as one of any other option', async () => {
    const wrong = await command('eval', 'rows.jsonl', '--register', './long-lines.ts', '-m', 'long-line-recall', '--min-length', 'no')
    expect(wrong).toMatchObject({
      code: 2,
      err: 'assay: --min-length no: found the text "no" where a whole number of at least 1 is due.\n',
    })
  })

  it('but not by a file of data that is not trusted', async () => {
    const { code, err } = await command('eval', '-c', 'trusted.yaml')
    expect([code, err]).toEqual([2, expect.stringMatching(/^assay: trusted\.yaml:1: register: .* or pass --trust-config\.\n$/)])
  })
})

describe('the provider shown', () => {
  it('is a judge by its name, and its option reaches it', async () => {
    const line = ['rows.jsonl', '--register', './toy-provider.ts', '-m', 'context-recall', '--no-cache']
    expect((await reportOf(...line, '-j', 'toy:credulous-1')).summary.context_recall.mean).toBe(1)
    writeFileSync(
      new URL('judge.config.ts', folder),
      "export default { register: './toy-provider.ts', judge: { id: 'toy:credulous-1', believes: false }, metrics: ['context-recall'], data: 'rows.jsonl' }",
    )
    expect((await reportOf('-c', 'judge.config.ts', '--no-cache')).summary.context_recall.mean).toBe(0)
    const wrong = await command('eval', '-c', 'judge.config.ts', '-j', 'tay:credulous-1')
    expect(wrong.err).toContain('There is no judge "tay:credulous-1". Did you mean toy:<model>?')
  })
})

function command(...args: readonly string[]): ReturnType<typeof runAssay> {
  return runAssay(args, fileURLToPath(folder))
}

async function reportOf(...args: readonly string[]) {
  const ran = await command('eval', ...args, '--quiet', '-o', '-')
  expect(ran).toMatchObject({ code: 0, err: '' })
  return JSON.parse(ran.out)
}
