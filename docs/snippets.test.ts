import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { importByNode, type OpenAIScript, runInProcess, startFakeOpenAI } from '@assay/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { snippetsOf } from './snippets.ts'

/**
 * A judge for examples, which are about the code around one. It finds one claim in a reference and the sentences of an answer, and agrees to
 * everything but numbers that do not stand in what it was shown, and what begins with fish.
 */
const agreeableJudge: OpenAIScript = ({ body }) => {
  const request = JSON.stringify(body)
  const claim = 'Oslo is the capital of Norway.'
  const reason = 'The first context says so.'
  const judged = { reason, evidence: [], supported: true }
  const shown = (tag: string): string[] => between(request, tag).map(({ text }) => text)
  const [answer = ''] = shown('answer')
  switch (/"name":"(\w+)"/.exec(request)?.[1]) {
    case 'claims':
      return JSON.stringify({ claims: [claim] })
    case 'answer_claims': {
      const declines = answer.includes('do not know')
      return JSON.stringify({ claims: declines ? [] : answer.split(/(?<=\.) /), declines })
    }
    case 'verdicts': {
      const contexts = shown('context').join(' ')
      const claims = between(request, 'claim')
      const verdicts = claims.map(({ id, text }) => {
        const missing = (text.match(/\d+/g) ?? []).find((number) => !contexts.includes(number))
        return {
          claim: id,
          reason: missing === undefined ? reason : `Nothing says ${missing}.`,
          evidence: [],
          supported: missing === undefined,
        }
      })
      return JSON.stringify({ verdicts })
    }
    case 'claims_and_verdicts':
      return JSON.stringify({ claims: [{ text: claim, ...judged }] })
    case 'usefulness':
      return JSON.stringify({
        passages: between(request, 'passage').map(({ id, text }) => ({ passage: id, reason, quote: '', useful: !text.startsWith('Fish') })),
      })
    case 'sentences':
      return JSON.stringify({
        sentences: between(request, 'sentence').map(({ id, text }) => ({ sentence: id, helps: !text.startsWith('Fish') })),
      })
    case 'claim_relevance':
      return JSON.stringify({
        claims: between(request, 'claim').map(({ id, text }) => ({ claim: id, reason, helps: !text.startsWith('Fish') })),
      })
    case 'entities':
      return JSON.stringify({ entities: ['Oslo', 'Norway', '1814'] })
    case 'category':
      return JSON.stringify({ reason: 'The year is left out.', category: 'subset' })
    case 'rubric':
      return JSON.stringify({ reason: 'It names the country.', pass: true, score: 0.75 })
    default:
      return `1. ${claim} [FOUND]`
  }
}

/** What stands in the tags of a prompt, as it is in the JSON of a request. */
function between(request: string, tag: string): { id: string; text: string }[] {
  const block = new RegExp(`<${tag}-[0-9a-f]{16}([^>]*)>\\\\n(.*?)\\\\n</${tag}-`, 'g')
  return Array.from(request.matchAll(block), ([, attribute = '', text = '']) => ({ id: /id=\\"(\w+)/.exec(attribute)?.[1] ?? '', text }))
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
