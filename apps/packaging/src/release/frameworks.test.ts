import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Ran, run } from '../run.ts'
import { installByNpm, writeProject } from './package-managers.ts'

/** A framework that runs tests of users, in one of its versions. */
type Framework = {
  readonly name: string
  readonly dependencies: Readonly<Record<string, string>>
  /** The lines of a test file that make `expect` and `test`, with our matchers. */
  readonly imports: string
  readonly run: (folder: string) => Promise<Ran>
}

const vitest = (version: string): Framework => ({
  name: `Vitest ${version}`,
  dependencies: { '@assay/vitest': '*', vitest: `^${version}` },
  imports: "import '@assay/vitest'\nimport { expect, test } from 'vitest'",
  run: (cwd) => run('node', ['node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose'], { cwd, env: { CI: '1' } }),
})

const jest: Framework = {
  name: 'Jest 30',
  dependencies: { '@assay/expect': '*', jest: '^30', '@jest/globals': '^30' },
  imports: "import '@assay/expect/jest'\nimport { expect, test } from '@jest/globals'",
  run: (cwd) => run('node', ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--ci', '--verbose'], { cwd }),
}

const SAMPLE = `import { recallAtK } from 'assay'
const sample = { retrievedContextIds: ['a', 'x'], referenceContextIds: ['a', 'b'], referenceContexts: ['Trams run in Oslo.'], retrievedContexts: ['Rome.'] }
`
const TESTS = `
test('holds', () => {
  expect(sample).toHaveIdBasedContextRecall({ atLeast: 0.5 })
})
test('holds where it is negated', async () => {
  await expect(sample).not.toScore(recallAtK({ k: 1 }), { atLeast: 1 })
})
test('fails', () => {
  expect(sample).toHaveIdBasedContextRecall({ atLeast: 0.9 })
})
test('fails when awaited', async () => {
  await expect(sample).toHaveNonLlmContextRecall({ atLeast: 0.5 })
})
`

let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-frameworks-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe.each([vitest('3'), vitest('4'), vitest('5'), jest])('the matchers in $name', ({ name, dependencies, imports, run: runTests }) => {
  let folder = ''
  let ran: Ran
  beforeAll(async () => {
    folder = join(root, name.replaceAll(/\W/g, ''))
    const settings = { type: 'module', jest: { transform: {}, testMatch: ['**/recall.test.js'] } }
    writeProject(folder, { assay: '*', ...dependencies }, settings)
    writeFileSync(join(folder, 'recall.test.js'), `${imports}\n${SAMPLE}${TESTS}`)
    await installByNpm({ folder, registry: inject('registry') })
    ran = await runTests(folder)
  })

  it('hold and fail as they should', () => {
    const printed = `${ran.out}${ran.err}`
    expect(ran.code, printed).toBe(1)
    expect(printed).toMatch(/2 failed[^\n]*2 passed/)
    expect(printed).toMatch(/[✓√] .*holds where it is negated/)
    expect(printed).toMatch(/[×✕✗] .*fails when awaited/)
  })

  it('say what is missing', () => {
    const printed = `${ran.out}${ran.err}`
    expect(printed).toContain('expect(sample).toHaveIdBasedContextRecall({ atLeast: 0.9 })')
    expect(printed).toContain('missing id: b')
    expect(printed).toContain('unmatched reference context: Trams run in Oslo.')
  })
})

const NODE_TEST = `import { test } from 'node:test'
import { assertIdBasedContextRecall } from '@assay/expect'
${SAMPLE}
test('holds', () => assertIdBasedContextRecall(sample, { atLeast: 0.5 }))
test('fails', () => assertIdBasedContextRecall(sample, { atLeast: 0.9 }))
console.error(typeof recallAtK)
`

describe('the assertions in node:test', () => {
  it('hold and fail as they should, and say what is missing', async () => {
    const folder = join(root, 'nodetest')
    writeProject(folder, { assay: '*', '@assay/expect': '*' }, { type: 'module' })
    writeFileSync(join(folder, 'recall.test.js'), NODE_TEST)
    await installByNpm({ folder, registry: inject('registry') })
    const { code, out } = await run('node', ['--test', '--test-reporter=tap'], { cwd: folder })
    expect(code, out).toBe(1)
    expect(out).toContain('# pass 1')
    expect(out).toContain('# fail 1')
    expect(out).toContain('missing id: b')
  })
})
