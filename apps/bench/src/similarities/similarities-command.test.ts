import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFakeOpenAI } from '@assay/testkit'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { similaritiesCommand } from './similarities-command.ts'

let folder: string
let ended: number | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-similarities-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  vi.restoreAllMocks()
})

async function run(...args: readonly string[]): Promise<string> {
  let printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  const program = new Command('assay-bench').exitOverride().configureOutput({ writeErr: () => undefined })
  program.addCommand(similaritiesCommand((code) => (ended = code)).copyInheritedSettings(program))
  try {
    await program.parseAsync(['similarities', ...args], { from: 'user' })
  } finally {
    vi.restoreAllMocks()
  }
  return printed
}

function pairsFile(lines: readonly object[]): string {
  const path = join(folder, 'pairs.jsonl')
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'))
  return path
}

const own = Array.from({ length: 6 }, (_, at) => [
  { a: `The answer to question ${at} is a bird.`, b: `the answer to question ${at} is a bird`, label: 1 },
  { a: `The answer to question ${at} is a bird.`, b: 'Snow fell all night long.', label: false },
]).flat()

describe('assay-bench similarities', () => {
  it('measures levenshtein and the named similarities on the shipped chunk pairs', async () => {
    const printed = await run('--similarity', 'containment', '--similarity', 'levenshtein')
    expect(printed).toContain('600 chunks made of 150 passages (synthetic: no paraphrase), 309 other passages')
    expect(printed).toMatch(/^containment +1\.000 +0\.24–0\.31 +0\.50–1\.00 +0\.40 +1\.000 /m)
    expect(printed).toMatch(/^levenshtein +0\.993 +0\.17–0\.28 +0\.40–0\.91 +0\.33 +0\.987 +1\.00 +1\.00 +0\.89 +1\.00 +1\.00 +\d/m)
  })

  it('reports at the threshold of --at', async () => {
    const { similarities } = JSON.parse(await run('--similarity', 'levenshtein', '--at', '0.5', '-o', '-'))
    expect(similarities[0]).toMatchObject({ threshold: 0.5, right: { shifted: 0, noise: 1, other: 1 } })
  })

  it('measures pairs of your own, by all strings or a function of yours', async () => {
    const path = pairsFile(own)
    expect((await run('--pairs', path)).split('\n').filter((line) => /^[a-z-]+ .*\d$/.test(line))).toHaveLength(15)
    writeFileSync(join(folder, 'mine.ts'), 'export const last = (a, b) => a.at(-1) === b.at(-1) ? 1 : 0')
    const json = JSON.parse(await run('--pairs', path, '--similarity', join(folder, 'mine.ts#last'), '-o', '-'))
    expect(json).toMatchObject({
      kind: 'similarity-comparison',
      pairs: { alike: 6, others: 6, groups: 6 },
      similarities: [{ auc: 0, balanced: 0 }],
    })
    await run('--pairs', path, '--similarity', 'jaccard', '-o', join(folder, 'out.json'))
    expect(JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')).similarities[0]).toMatchObject({
      id: 'jaccard',
      auc: 1,
      right: { alike: 1, other: 1 },
    })
  })

  it('measures the others if one fails, with the reason', async () => {
    const server = await startFakeOpenAI({ status: 401, error: { message: 'No such key.' } })
    onTestFinished(() => server.close())
    vi.stubEnv('OPENAI_BASE_URL', server.url)
    vi.stubEnv('OPENAI_API_KEY', 'k')
    onTestFinished(() => void vi.unstubAllEnvs())
    const given = ['--pairs', pairsFile(own), '--similarity', 'embedding:openai:e']
    const printed = await run(...given, '--similarity', 'jaccard')
    expect(printed).toMatch(/^embedding:openai:e +–[^]*^jaccard +1\.000 .*^embedding:openai:e was not measured \(auth\): .*No such key/ms)
    expect(ended).toBe(3)
    const { similarities } = JSON.parse(await run(...given, '-o', '-'))
    expect(similarities).toMatchObject([{ auc: null, microseconds: null, failure: { cause: 'auth' } }])
    expect(ended).toBe(2)
  })

  it('calls an embedding model with the given timeout and number of retries', async () => {
    const server = await startFakeOpenAI({ fault: 'hang' })
    onTestFinished(() => server.close())
    vi.stubEnv('OPENAI_BASE_URL', server.url)
    vi.stubEnv('OPENAI_API_KEY', 'k')
    onTestFinished(() => void vi.unstubAllEnvs())
    const given = ['--pairs', pairsFile(own), '--similarity', 'embedding:openai:e', '--timeout', '0.05', '--max-retries', '1']
    expect(await run(...given)).toMatch(/^embedding:openai:e was not measured \(timeout\): .*within 50 ms/m)
    // The first attempt may be over before the SDK is loaded.
    expect(server.requests.length).toBeLessThan(3)
  })

  it('halves by group where one is named', async () => {
    const grouped = own.map((pair, at) =>
      Object.assign({}, pair, { group: at < 2 ? 'small' : 'large', kind: pair.label === 1 ? 'near' : 'far' }),
    )
    const json = JSON.parse(await run('--pairs', pairsFile(grouped), '--similarity', 'jaccard', '-o', '-'))
    expect(json.pairs.groups).toBe(2)
    expect(Object.keys(json.similarities[0].right)).toEqual(['near', 'far'])
  })

  it('names the line of an invalid pair, and refuses pairs of one label or one group', async () => {
    await expect(run('--pairs', pairsFile([...own, { a: 'x', b: 'y', label: 2 }]))).rejects.toThrow(/pairs\.jsonl:13: label/)
    await expect(run('--pairs', pairsFile(own.filter(({ label }) => label === 1)))).rejects.toThrow('no pair has label 0')
    await expect(run('--pairs', pairsFile(own.map((pair) => Object.assign({}, pair, { group: 1 }))))).rejects.toThrow(
      'all pairs are of one group',
    )
    await expect(run('--similarity', 'nothing-such')).rejects.toThrow('nothing-such')
  })
})
