import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startFakeOpenAI } from '@assay/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'

const here = new URL('.', import.meta.url)
const project = new URL('.vitest/page/', here)
const page = readFileSync(new URL('vitest.md', here), 'utf8')

/** The page's own configuration, on the sources of this repository. */
const CONFIG = `import { mergeConfig } from 'vitest/config'
import onPage from './vitest.config.ts'
const conditions = ['@assay/source']
export default mergeConfig(onPage, { resolve: { conditions }, ssr: { resolve: { conditions, externalConditions: conditions } }, test: { testTimeout: 120_000 } })
`

/** Has the matchers by the setup file alone. */
const SET_UP_TEST = `import { expect, it } from 'vitest'
it('is set up', () => expect({ retrievedContextIds: [1], referenceContextIds: [1] }).toHaveIdBasedContextRecall({ atLeast: 1 }))
`

beforeAll(() => {
  mkdirSync(project, { recursive: true })
  writeFileSync(new URL('sources.config.ts', project), CONFIG)
  writeFileSync(new URL('set-up.test.ts', project), SET_UP_TEST)
  for (const [, name = '', code = ''] of page.matchAll(/```ts (\S+)\n([\s\S]*?)```/g)) writeFileSync(new URL(name, project), code)
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

it('the tests of the page on Vitest do what it says, and the one that fails prints what it shows', async () => {
  await using judge = await startFakeOpenAI(({ rawBody }) =>
    rawBody.includes('"name":"claims"')
      ? JSON.stringify({ claims: ['Oslo is the capital of Norway.', 'Oslo has trams.'] })
      : JSON.stringify({
          verdicts: [
            { claim: 'c1', reason: 'The first context says so.', evidence: [], supported: true },
            { claim: 'c2', reason: 'No context speaks of trams.', evidence: [], supported: false },
          ],
        }),
  )
  const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', here))
  const shell = { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1' }
  const env = { ...shell, OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: judge.url }
  const child = spawn(process.execPath, [vitest, 'run', '--config', 'sources.config.ts'], { env, cwd: fileURLToPath(project) })
  const [printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr)])

  expect(printed).toContain('1 failed | 4 passed (5)')
  const shown = /It prints:\n\n```text\n([\s\S]*?)```/.exec(page)?.[1] ?? 'nothing is shown'
  expect(printed + complaints).toContain(shown)
})
