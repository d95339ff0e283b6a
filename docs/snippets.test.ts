import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { importByNode, type OpenAIScript, runInProcess, startFakeOpenAI } from '@assay/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { snippetsOf } from './snippets.ts'

/** Finds one claim and supports it, however it is asked: the examples are about the code around a judge. */
const agreeableJudge: OpenAIScript = ({ body }) => {
  const asked = /"name":"(claims|verdicts|claims_and_verdicts)"/.exec(JSON.stringify(body))?.[1]
  const claim = 'Oslo is the capital of Norway.'
  const judged = { reason: 'The first context says so.', evidence: [], supported: true }
  switch (asked) {
    case 'claims':
      return JSON.stringify({ claims: [claim] })
    case 'verdicts':
      return JSON.stringify({ verdicts: [{ claim: 'c1', ...judged }] })
    case 'claims_and_verdicts':
      return JSON.stringify({ claims: [{ text: claim, ...judged }] })
    default:
      return `1. ${claim} [FOUND]`
  }
}

const here = new URL('.', import.meta.url)
const folder = new URL('.snippets/', here)
// Those of the README run as files of their own: readme-examples.test.ts.
const pages = globSync('**/*.md', { cwd: fileURLToPath(here), exclude: (name) => name === 'node_modules' })
const snippets = pages.flatMap((page) => snippetsOf(new URL(page, here), page))

const fileOf = (at: string): URL => new URL(`${at.replaceAll(/[^a-z0-9]/gi, '-')}.ts`, folder)

beforeAll(() => {
  mkdirSync(folder, { recursive: true })
  for (const { at, code } of snippets) writeFileSync(fileOf(at), code)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a file anywhere in a clone can import what the examples import', () => {
  const named = snippets.flatMap(({ code }) =>
    Array.from(code.matchAll(/(?:from|import) '((?:@assay\/)?[a-z-]+)[/']/g), ([, name]) => name ?? ''),
  )
  const packages = new Set(named.filter((name) => /^(?:@assay\/|assay$)/.test(name)))
  expect(packages.size).toBeGreaterThan(5)
  expect([...packages].filter((name) => !existsSync(new URL(`../node_modules/${name}`, here)))).toEqual([])
})

describe('every TypeScript example of the documentation runs and prints what it says', () => {
  it.each(snippets)('$at', async ({ at, prints }) => {
    await using judge = await startFakeOpenAI(agreeableJudge)
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: judge.url }
    const run = async (): Promise<number> => {
      await importByNode(fileOf(at))
      return 0
    }
    const { out, err } = await runInProcess(run, [], { cwd: fileURLToPath(here), env })
    expect(err).toBe('')
    expect(out.split('\n').filter((line) => line !== '')).toEqual(prints)
  })

  it('and there are some', () => expect(snippets.length).toBeGreaterThan(3))
})

it('every TypeScript example passes the strict type check of this repository', () => {
  writeFileSync(new URL('tsconfig.json', folder), JSON.stringify({ extends: '../../tsconfig.base.json', include: ['*.ts'] }))
  const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', here))
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', fileURLToPath(folder)], {
    cwd: fileURLToPath(folder),
    encoding: 'utf8',
  })
  // Faults in the packages themselves are for their own type check to report.
  const faults = `${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !/^(?:\.\.|\s)/.test(line))
  expect(faults).toEqual([])
})
