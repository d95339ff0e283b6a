import { type FakeServer, startFakeOpenAI } from '@assay/testkit'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { literalJudge } from './literal-judge.ts'
import { type Ran, runAssay } from './run-assay.ts'

/** A literal judge, behind one server for the tests of a file. */
export function literalServer() {
  let server: FakeServer
  let before = 0
  beforeAll(async () => {
    server = await startFakeOpenAI((request) => literalJudge(request))
  })
  beforeEach(() => {
    before = server.requests.length
  })
  afterAll(() => server.close())

  /** Runs `assay eval` with a key for the server. */
  const assay = (cwd: string, ...args: string[]): Promise<Ran> =>
    runAssay(['eval', ...args], { cwd, env: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.url } })

  /** The requests of this test. */
  const sent = (): FakeServer['requests'] => server.requests.slice(before)

  return { assay, sent, url: () => server.url }
}

/** The summary of a report that was printed. */
export function summaryOf({ out }: Pick<Ran, 'out'>) {
  return JSON.parse(out).summary
}
