import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FakeServer, type OpenAIReply, startFakeOpenAI } from '@assay/testkit'
import { afterEach, beforeEach } from 'vitest'
import { type Ran, runAssay } from './run-assay.ts'

/** A run over `rows.jsonl` that makes one call for each row. */
export const command = ['eval', 'rows.jsonl', '-m', 'context-recall', '-j', 'openai:toy', '--strategy', 'single-pass'] as const

type Answer = (index: number) => string | OpenAIReply

/** A folder of rows and a judge behind a server, new for each test. */
export function paidRuns() {
  let folder: string
  let server: FakeServer
  let answer: Answer

  /** The path of a file in the folder. */
  const at = (...names: string[]): string => join(folder, ...names)

  /** Writes this many rows into `rows.jsonl`; at first it has six. */
  function writeRows(count: number): void {
    const rows = Array.from({ length: count }, (_, i) => ({
      id: `r${i}`,
      user_input: `Question ${i}?`,
      reference: `Answer ${i}.`,
      retrieved_contexts: [`Context ${i}.`],
      metadata: { topic: i % 2 === 0 ? 'even' : 'odd' },
    }))
    writeFileSync(at('rows.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  }

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-paid-'))
    answer = () => supported(true)
    server = await startFakeOpenAI(({ index }) => answer(index))
    writeRows(6)
  })
  afterEach(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs the command in the folder, with a key for the server. */
  function assay(args: readonly string[], more?: Parameters<typeof runAssay>[1]): Promise<Ran> {
    const env = { OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_BASE_URL: server.url }
    return runAssay(args, { cwd: folder, ...more, env: { ...env, ...more?.env } })
  }

  /** Runs `command` with these options, and reads the report that it prints. */
  async function reportOf(...options: string[]) {
    const ran = await assay([...command, '--quiet', '-o', '-', ...options])
    return { ...ran, report: ran.out === '' ? undefined : JSON.parse(ran.out) }
  }

  /** The requests of this test. */
  const asked = (): FakeServer['requests'] => server.requests

  /** Sets the reply to the n-th request; at first, the only claim is supported. */
  function answerBy(given: Answer): void {
    answer = given
  }

  return { assay, reportOf, asked, answerBy, writeRows, at }
}

/** A judge's answer about one claim. */
export function supported(value: boolean): string {
  return JSON.stringify({ claims: [{ text: 'It is so.', reason: 'It says so.', evidence: [], supported: value }] })
}
