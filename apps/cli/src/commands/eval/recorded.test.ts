import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startFakeOpenAI } from '@assay/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { runAssay } from '../../__fixtures__/run-assay.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-recorded-'))
afterAll(() => rmSync(folder, { recursive: true }))

const recordingJudge = fileURLToPath(new URL('../../__fixtures__/recording-judge.ts', import.meta.url))
const recording = join(folder, 'judge.jsonl')
const key = 'sk-test-0123456789abcdef'
const rows = ['Oslo', 'Bergen', 'Tromsø'].map((city, index) => ({
  id: `r${index}`,
  user_input: `Where is ${city}?`,
  reference: `${city} is in Norway.`,
  retrieved_contexts: index === 1 ? ['Something else.'] : [`${city} is a city of Norway.`],
}))

function dataFile(name: string, lines: readonly object[]): string {
  const path = join(folder, name)
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return path
}

/** Finds one claim in each reference, and supports it where a context is about a city; refuses a temperature, as new models do. */
function judge({ body }: { body?: unknown }) {
  const asked = JSON.stringify(body)
  if (asked.includes('"temperature"'))
    return { error: { message: "Unsupported value: 'temperature'", param: 'temperature', code: 'unsupported_value' } }
  if (asked.includes('"name":"claims"')) return JSON.stringify({ claims: ['It is in Norway.'] })
  const supported = asked.includes('is a city of Norway')
  return JSON.stringify({ verdicts: [{ claim: 'c1', reason: 'So it says.', evidence: [], supported }] })
}

/** A report without what differs from run to run. */
function comparable(out: string): unknown {
  const { run, rows: scored, latencyMs: _waited, ...rest } = JSON.parse(out)
  const { id: _id, startedAt: _from, finishedAt: _to, durationMs: _took, ...lasting } = run
  return { run: lasting, rows: scored, ...rest }
}

describe('a run that was recorded', () => {
  it('is replayed without key or server to the same report', async () => {
    await using server = await startFakeOpenAI(judge)
    const data = dataFile('rows.jsonl', rows)
    const args = ['eval', data, '-m', 'context-recall', '--quiet', '--no-cache', '-o', '-']
    const env = { OPENAI_API_KEY: key, OPENAI_BASE_URL: server.url, ASSAY_TEST_RECORDING: recording }
    const live = await runAssay([...args, '-j', `${recordingJudge}#judge`], { env })
    expect(live).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(live.out)).toMatchObject({ summary: { context_recall: { mean: 2 / 3, scored: 3 } } })
    expect(readFileSync(recording, 'utf8')).not.toContain(key)
    await server.close()

    for (const id of ['recorded:judge.jsonl', `recorded:${recording}#openai:gpt-5-mini`]) {
      const replayed = await runAssay([...args, '-j', id], { cwd: folder })
      expect(replayed).toMatchObject({ code: 0, err: '' })
      expect(comparable(replayed.out)).toEqual(comparable(live.out))
    }
  })

  it('does not answer for a row that was changed: the row is unscored and says where it differs', async () => {
    const data = dataFile('changed.jsonl', [{ ...rows[0], retrieved_contexts: ['Oslo is a town of Norway.'] }, rows[1] ?? {}])
    const ran = await runAssay(['eval', data, '-m', 'context-recall', '-j', `recorded:${recording}`, '--quiet', '-o', '-'])
    expect(ran.code).toBe(3)
    const [changed, kept] = JSON.parse(ran.out).rows
    expect(changed.scores.context_recall).toMatchObject({ status: 'unscored', cause: 'data' })
    expect(changed.scores.context_recall.reason).toMatch(
      /differs in the text of message 2 \(user\) at character \d+: recorded .*city.*, now .*town/,
    )
    expect(kept.scores.context_recall).toMatchObject({ status: 'scored', value: 0 })
  })

  it('that is not there is found before anything is scored', async () => {
    const data = dataFile('one.jsonl', rows.slice(0, 1))
    const ran = await runAssay(['eval', data, '-m', 'context-recall', '-j', 'recorded:none.jsonl'], { cwd: folder })
    expect(ran.code).toBe(2)
    expect(ran.err).toMatch(/The recording .*none\.jsonl cannot be read.*Record it first/)
  })
})
