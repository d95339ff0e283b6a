import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openReplyStore } from '@assay/runner'
import { type FakeServer, startFakeAnthropic, startFakeOpenAI } from '@assay/testkit'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ProviderComparison } from './provider-comparison.ts'
import { providersCommand } from './providers-command.ts'

const CLAIMS = ['Oslo is the capital of Norway.', 'Oslo lies on a fjord.', 'Oslo has a harbour.']
const rows = Array.from({ length: 8 }, (_, at) => ({
  id: `row ${at + 1}`,
  user_input: `Where is Oslo (${at})?`,
  reference: CLAIMS.join(' '),
  retrieved_contexts: [`Oslo is the capital and the largest city of Norway. Note ${at}.`],
}))

/** A vendor whose model supports what it is told to, of the claims in a request, and splits every reference the same way. */
function script(supports: (claim: string, row: number) => boolean) {
  return ({ body }: { readonly body: unknown }) => {
    const text = JSON.stringify(body)
    if (text.includes('"claims"') && !text.includes('"verdicts"')) return JSON.stringify({ claims: CLAIMS.slice(0, 2) })
    const row = Number(/Note (\d)/.exec(text)?.[1])
    const ids = [...new Set([...text.matchAll(/id=\\"(c\d+)\\"/g)].map(([, id = '']) => id))]
    const verdicts = ids.map((claim) => ({ claim, reason: `I judged ${claim}.`, evidence: [], supported: supports(claim, row) }))
    return JSON.stringify({ verdicts })
  }
}

let folder: string
let [openai, anthropic]: FakeServer[] = []
const home = process.cwd()
let exited: number | undefined

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-providers-'))
  process.chdir(folder)
  writeFileSync('rows.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'))
  openai = await startFakeOpenAI(script((claim) => claim === 'c1'))
  anthropic = await startFakeAnthropic(script((claim, row) => claim === 'c1' || row < 7))
  vi.stubEnv('OPENAI_API_KEY', 'k')
  vi.stubEnv('OPENAI_BASE_URL', openai.url)
  vi.stubEnv('ANTHROPIC_API_KEY', 'k')
  vi.stubEnv('ANTHROPIC_BASE_URL', anthropic.url)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  process.chdir(home)
  await openai?.close()
  await anthropic?.close()
  rmSync(folder, { recursive: true })
})

const BOTH = ['--judge', 'openai:gpt-5-mini', '--judge', 'anthropic:claude-haiku-4-5']

async function run(...args: readonly string[]): Promise<string> {
  let printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  const program = new Command('assay-bench').exitOverride().configureOutput({ writeErr: () => undefined })
  program.addCommand(
    providersCommand((code) => {
      exited = code
    }).copyInheritedSettings(program),
  )
  try {
    await program.parseAsync(['providers', ...(args.some((arg) => arg.startsWith('--resume')) ? [] : ['--data', 'rows.jsonl']), ...args], {
      from: 'user',
    })
  } finally {
    vi.restoreAllMocks()
  }
  return printed
}

async function compared(...args: readonly string[]): Promise<ProviderComparison> {
  return JSON.parse(await run(...args, '-o', '-'))
}

describe('assay-bench providers', () => {
  it('gives every judge the same sentences of the same samples, and shows scores, verdicts and reasons side by side', async () => {
    const { claims, providers, rows: scores, pairs, differences, shared } = await compared(...BOTH)
    expect(claims).toMatchObject({ by: 'sentences of the reference', cost: 0 })
    expect(providers.map(({ mean, scored }) => [mean?.toFixed(3), scored])).toEqual([
      ['0.333', 8],
      ['0.917', 8],
    ])
    expect(scores[0]).toMatchObject({ id: 'row 1', scores: { 'openai:gpt-5-mini': 1 / 3, 'anthropic:claude-haiku-4-5': 1 } })
    expect(differences).toHaveLength(14)
    expect(differences[0]).toEqual({
      row: 'row 1',
      claim: 'Oslo lies on a fjord.',
      said: [
        { provider: 'openai:gpt-5-mini', outcome: 'unsupported', reason: 'I judged c2.' },
        { provider: 'anthropic:claude-haiku-4-5', outcome: 'supported', reason: 'I judged c2.' },
      ],
    })
    const [pair] = pairs
    expect(pair).toMatchObject({ claims: 24, rows: 8, agreement: 10 / 24 })
    // 8 claims that both support, 2 that neither does, 14 that only the second does.
    expect(pair?.kappa).toBeCloseTo((10 / 24 - (8 * 22 + 16 * 2) / 24 ** 2) / (1 - (8 * 22 + 16 * 2) / 24 ** 2), 12)
    expect(pair?.meanAbsoluteDifference).toBeCloseTo(7 / 12, 12)
    expect(pair?.difference.difference).toBeCloseTo(7 / 12, 12)
    // Seven of eight rows gain two of three claims, one none: 2 of 2^7 patterns.
    expect(pair?.difference.p).toBe(2 / 2 ** 7)
    expect(pair?.difference.interval?.lo).toBeGreaterThan(0)
    expect(shared).toEqual({ rows: 8, left: 0, providers: ['openai:gpt-5-mini', 'anthropic:claude-haiku-4-5'] })
    expect(openai?.requests).toHaveLength(8)
  })

  it('counts of each judge its calls, tokens, cost and time', async () => {
    writeFileSync('prices.json', JSON.stringify([{ provider: 'openai', model: 'gpt-5-mini', input: 1000, output: 2000 }]))
    const { providers } = await compared(...BOTH, '--judge', 'lexical', '--prices', 'prices.json')
    expect(providers[0]?.effort).toMatchObject({ claims: 24, usage: { calls: 8, inputTokens: 80, outputTokens: 40 } })
    expect(providers[0]?.effort.cost).toBeCloseTo((80 * 1000 + 40 * 2000) / 1e6, 12)
    expect(providers[0]?.effort.latencyMs?.calls).toBe(8)
    expect(providers[2]).toMatchObject({ name: 'lexical', effort: { cost: 0, usage: { calls: 0 }, latencyMs: null } })
  })

  it('shows an upper bound of the cost if a server counts no cached tokens', async () => {
    const prices = [{ provider: 'openai', model: 'gpt-5-mini', input: 1000, cachedRead: 100, output: 2000 }]
    writeFileSync('prices.json', JSON.stringify(prices))
    const given = [...BOTH, '--claims', 'openai:gpt-5-mini', '--prices', 'prices.json']
    const { providers, claims } = await compared(...given)
    expect([providers[0]?.effort.costIsBound, claims.costIsBound]).toEqual([true, true])
    const printed = await run(...given)
    expect(printed).toContain('≤$0.16')
    expect(printed).toContain("Extraction cost $0.00, which no judge's cost includes.")
  })

  it('lets one model split references for all, once, and reports its cost separately', async () => {
    const { claims, providers, rows: scores } = await compared(...BOTH, '--claims', 'openai:gpt-5-mini')
    expect(claims).toMatchObject({ by: 'claims extracted by openai:gpt-5-mini', usage: { calls: 8 } })
    expect(openai?.requests).toHaveLength(16)
    expect(anthropic?.requests).toHaveLength(8)
    expect(providers.map(({ effort }) => effort.usage?.calls)).toEqual([8, 8])
    expect(providers[1]?.signature).toContain('claims:openai%3Agpt-5-mini')
    expect(scores[0]?.scores).toEqual({ 'openai:gpt-5-mini': 0.5, 'anthropic:claude-haiku-4-5': 1 })
    expect(existsSync('.assay')).toBe(true)
    expect((await compared(...BOTH, '--claims', 'openai:gpt-5-mini')).rows).toEqual(scores)
    expect(openai?.requests).toHaveLength(16)
    await compared(...BOTH, '--no-cache')
    expect(openai?.requests).toHaveLength(24)
  })

  it('applies the options for models', async () => {
    await compared(...BOTH, '--strategy', 'per-claim', '--limit', '2')
    expect(openai?.requests).toHaveLength(6)
    const { providers } = await compared(...BOTH, '--votes', '3', '--require-quote', '--limit', '1')
    expect(providers[0]?.signature).toContain('requireQuote')
    expect(openai?.requests).toHaveLength(9)
    expect(providers[0]?.mean).toBe(0)
  })

  it('reads the named columns, and respects the tokens per minute', async () => {
    writeFileSync('rows.jsonl', rows.map(({ reference, ...row }) => JSON.stringify({ ...row, gold: { text: reference } })).join('\n'))
    const { providers } = await compared(
      '--judge',
      'lexical',
      '--judge',
      'openai:gpt-5-mini',
      '--columns',
      'reference=gold.text',
      '--tpm',
      '10',
    )
    expect(providers[0]?.scored).toBe(8)
    expect(providers[1]).toMatchObject({ scored: 0, causes: { request_too_large: expect.any(Number) } })
    expect(openai?.requests).toHaveLength(0)
  })

  it('shows why a judge failed, and compares the others', async () => {
    await openai?.close()
    openai = await startFakeOpenAI(({ body }) =>
      JSON.stringify(body).includes('Note 3') ? 'I would rather not.' : script((claim) => claim === 'c1')({ body }),
    )
    vi.stubEnv('OPENAI_BASE_URL', openai.url)
    const { providers, rows: scores, pairs, shared } = await compared(...BOTH)
    expect(shared).toMatchObject({ rows: 7, left: 1 })
    expect(providers[0]).toMatchObject({ scored: 7, unscored: 1, causes: { invalid_reply: 1 } })
    expect(scores[3]).toMatchObject({
      scores: { 'openai:gpt-5-mini': null },
      unscored: { 'openai:gpt-5-mini': { cause: 'invalid_reply' } },
    })
    expect(pairs[0]).toMatchObject({ rows: 7, claims: 21 })
  })

  it('spends no more than its budget, extraction included', async () => {
    const usage = { prompt_tokens: 1000, completion_tokens: 5, total_tokens: 1005 }
    await openai?.close()
    openai = await startFakeOpenAI((request) => ({ text: script(() => true)(request), usage }))
    vi.stubEnv('OPENAI_BASE_URL', openai.url)
    // Eight extractions take 8,040 tokens, and what is left is less than a verification may take.
    const { providers, stopped } = await compared(...BOTH, '--claims', 'openai:gpt-5-mini', '--budget-tokens', '9000', '--concurrency', '1')
    expect(stopped).toMatchObject({ cause: 'budget' })
    expect(providers.map(({ scored }) => scored)).toEqual([0, 0])
    expect(openai.requests).toHaveLength(8)
    expect(exited).toBe(2)
    await expect(compared(...BOTH, '--claims', 'openai:gpt-5-nano', '--budget-tokens', '10')).rejects.toMatchObject({ kind: 'budget' })
  })

  it('resumes with its options and its extracted claims, also without the cache', async () => {
    const usage = { prompt_tokens: 1000, completion_tokens: 5, total_tokens: 1005 }
    await openai?.close()
    openai = await startFakeOpenAI((request) => ({ text: script((claim) => claim === 'c1')(request), usage }))
    vi.stubEnv('OPENAI_BASE_URL', openai.url)
    const said: string[] = []
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
    const given = ['--claims', 'openai:gpt-5-mini', '--concurrency', '1', '--no-cache', '--budget-tokens', '14000']
    const begun = await compared(...BOTH, ...given)
    expect(begun.stopped).toMatchObject({ cause: 'budget' })
    const id = /to resume it: assay-bench providers --resume=(\S+)/.exec(said.join(''))?.[1] ?? 'none was named'
    const earlierCalls = openai.requests.length
    expect(earlierCalls).toBeGreaterThan(8)
    expect(earlierCalls).toBeLessThan(16)
    await expect(run(...BOTH, '--data', 'rows.jsonl', '--resume-run', 'nonsense')).rejects.toThrow('There is no run nonsense')
    const resumed: ProviderComparison = JSON.parse(await run('--resume-run', id, '--budget-tokens', '100000', '-o', '-'))
    expect(resumed).toMatchObject({ run: id, stopped: null, claims: { run: id, by: 'claims extracted by openai:gpt-5-mini' } })
    expect(resumed.providers.map(({ name, scored }) => [name, scored])).toEqual([
      ['openai:gpt-5-mini', 8],
      ['anthropic:claude-haiku-4-5', 8],
    ])
    // Eight extractions and eight verifications, none of them twice.
    expect(openai.requests).toHaveLength(16)
    expect(anthropic?.requests).toHaveLength(8)
    await expect(run('--resume')).rejects.toThrow('There is no unfinished run')
  })

  it('does not go on with a run of another command', async () => {
    const store = await openReplyStore({ folder: '.assay', onWarning: () => undefined })
    await store.beginRun({ id: 'other', resume: { command: 'assay-bench run', options: {} } })
    await store.endRun('other', 'interrupted')
    await store.close()
    await expect(run('--resume')).rejects.toThrow('was not begun by assay-bench providers')
  })

  it('a dry run prints calls and cost, and makes no call', async () => {
    const printed = await run(...BOTH, '--claims', 'openai:gpt-5-mini', '--dry-run')
    expect(printed).toContain('Dry run over 8 rows: no call was made.')
    expect(printed).toMatch(/^openai\S+ +openai\S+ +8 +16 +0 /m)
    // The extraction is not requested again.
    expect(printed).toMatch(/^anthropic\S+ +openai\S+ +8 +0 +8 /m)
    expect(printed).toMatch(/^anthropic\S+ +anthropic\S+ +8 +8 +0 /m)
    expect(openai?.requests).toHaveLength(0)
    expect(existsSync('.assay')).toBe(false)
  })

  it('prints means, agreement, differences, and what each said, and writes all of it', async () => {
    const printed = await run(...BOTH, '--show', '2', '-o', 'out.json')
    expect(printed).toContain('Context recall of 8 rows by 2 judges, on the same claims: sentences of the reference.')
    expect(printed).toMatch(/openai:gpt-5-mini +0\.333 /)
    expect(printed).toMatch(/openai:gpt-5-mini → anthropic:claude-haiku-4-5: \+0\.583/)
    expect(printed).toContain('  unsupported openai:gpt-5-mini: I judged c2.')
    expect(printed).toContain('2 of 14 claims on which they differ')
    expect(JSON.parse(readFileSync('out.json', 'utf8')).differences).toHaveLength(14)
  })

  it('refuses fewer than two judges, and options that no judge reads', async () => {
    await expect(run('--judge', 'lexical')).rejects.toThrow('needs two judges')
    await expect(run('--judge', 'lexical', '--judge', 'lexical')).rejects.toThrow('named twice')
    await expect(run(...BOTH, '--claims', 'lexical')).rejects.toThrow('only a model can split references')
    writeFileSync(
      'verifier.ts',
      `export const always = { id: 'a', version: '1', signature: 'always@1', kind: 'judge', verify: async () => ({ verdicts: [] }) }`,
    )
    await expect(run('--judge', 'lexical', '--judge', './verifier.ts#always', '--votes', '3')).rejects.toThrow('votes has no effect')
  })
})
