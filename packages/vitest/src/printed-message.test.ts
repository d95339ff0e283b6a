import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'

const project = fileURLToPath(new URL('__fixtures__', import.meta.url))
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))

describe('a test run whose expectations fail', () => {
  let printed = ''
  let status: number | null = null
  beforeAll(() => {
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1' }
    const run = spawnSync(process.execPath, [vitest, 'run', '--root', project], { encoding: 'utf8', env })
    printed = `${run.stdout}${run.stderr}`
    status = run.status
  })

  const messageOf = (test: string): string =>
    new RegExp(`FAIL {2}failing\\.fixture\\.ts > ${test}\n([\\s\\S]*?)\n(?: ❯|⎯⎯)`).exec(printed)?.[1] ?? `nothing was printed of ${test}`

  it('fails', () => {
    expect(status).toBe(1)
    expect(printed).toContain('9 failed | 1 passed (10)')
  })

  it('names the claims without support, and why', () => {
    expect(messageOf('claims')).toBe(`Error: expect(sample).toHaveContextRecall({ atLeast: 0.8 })

context_recall is 0.5, below 0.8: 1 of 2 claims are supported by the retrieved contexts.

- unsupported claim: Oslo has trams.
  No context speaks of \\x1b[31mtrams.

context_recall|strategy:batched|judge:scripted%3Ascripted|prompt:757592|v1`)
  })

  it('names the reference contexts without a match', () => {
    expect(messageOf('contexts')).toContain(`- unmatched reference context: Trams run in Oslo since 1875.\n  best similarity 0.241`)
  })

  it('names the missing ids', () => {
    expect(messageOf('ids')).toContain('id_based_context_recall is 0.3333333333333333, below 0.5')
    expect(messageOf('ids')).toContain('- missing ids: b, c')
  })

  it('names what any metric lacks', () => {
    expect(messageOf('any metric')).toContain('recall@1 is 0.3333333333333333, below 0.9')
    expect(messageOf('any metric')).toContain('- missing ids: b, c')
  })

  it('says under .not what was too high, and lists nothing', () => {
    const message = messageOf('claims, negated')
    expect(message).toContain('context_recall is 0.5, which is at least 0.5: 1 of 2 claims')
    expect(message).not.toContain('- unsupported')
  })

  it.each([
    ['unscored', 'invalid_reply'],
    ['unscored, negated', 'invalid_reply'],
    ['unscored at once, negated', 'empty_reference'],
    ['a missing field', 'missing_field'],
  ])('says why there is no score: %s', (test, cause) => {
    const message = messageOf(test)
    expect(message).toContain(`has no score (${cause}): `)
    expect(message).toContain(`What has no score meets no expectation${test === 'unscored' ? '' : ', under .not neither'}.`)
  })

  it('fails also where an expectation was not awaited', () => {
    expect(printed).toContain('Unhandled Rejection')
    expect(printed).toContain('context_recall is 0.5, below 0.9')
  })
})
