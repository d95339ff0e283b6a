import { AssertionError } from 'node:assert'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AssayError } from '@assay/core'
import { idBasedContextRecall } from '@assay/metric-id-recall'
import { describe, expect, it } from 'vitest'
import { halfJudge, oslo, rambler } from './__fixtures__/judge.ts'
import { assertContextRecall, assertIdBasedContextRecall, assertNonLlmContextRecall, assertScore } from './index.ts'

/** What an assertion throws, at once or later; `undefined` where it holds. */
const failureOf = async (assertion: () => unknown): Promise<unknown> => {
  try {
    await assertion()
    return undefined
  } catch (error) {
    return error
  }
}
const { referenceContextIds: _, ...withoutIds } = oslo

describe('an assertion on a sample', () => {
  it('holds where the value reaches what is asked, also exactly', async () => {
    await assertContextRecall(oslo, { atLeast: 0.5, judge: halfJudge })
    await assertNonLlmContextRecall(oslo, { atLeast: 0.5 })
    assertIdBasedContextRecall(oslo, { atLeast: 1 / 3 })
    await assertScore(oslo, idBasedContextRecall(), { atLeast: 1 / 3 })
  })

  it('takes a judge by its id', async () => {
    await assertContextRecall(
      { reference: 'Oslo is in Norway.', retrievedContexts: ['Oslo is in Norway.'] },
      { atLeast: 1, judge: 'lexical' },
    )
  })

  it.each([
    [
      'assertContextRecall',
      () => assertContextRecall(oslo, { atLeast: 0.8, judge: halfJudge }),
      0.5,
      0.8,
      '- unsupported claim: Oslo has trams.',
    ],
    ['assertNonLlmContextRecall', () => assertNonLlmContextRecall(oslo, { atLeast: 0.8 }), 0.5, 0.8, 'best similarity 0.241'],
    ['assertIdBasedContextRecall', () => assertIdBasedContextRecall(oslo, { atLeast: 0.5 }), 1 / 3, 0.5, '- missing ids: b, c'],
    ['assertScore', () => assertScore(oslo, idBasedContextRecall(), { atLeast: 0.5 }), 1 / 3, 0.5, '- missing ids: b, c'],
  ])('%s fails as assertions of Node do, and says what is missing', async (operator, assertion, actual, expected, missing) => {
    const failure = await failureOf(assertion)
    expect(failure).toBeInstanceOf(AssertionError)
    expect(failure).toMatchObject({ operator, actual, expected, message: expect.stringContaining(missing) })
    expect(failure).toMatchObject({
      message: expect.stringMatching(new RegExp(`^${operator}\\(sample, \\{ atLeast: ${expected} \\}\\)\n`)),
    })
  })

  it.each([
    ['invalid_reply', () => assertContextRecall(oslo, { atLeast: 0, judge: rambler })],
    ['empty_reference', () => assertIdBasedContextRecall({ ...oslo, referenceContextIds: [] }, { atLeast: 0 })],
    ['missing_field', () => assertScore(withoutIds, idBasedContextRecall(), { atLeast: 0 })],
  ])('that has no score never holds: %s', async (cause, assertion) => {
    const failure = await failureOf(assertion)
    expect(failure).toBeInstanceOf(AssertionError)
    expect(failure).toMatchObject({ message: expect.stringContaining(`has no score (${cause})`), actual: null })
    expect(failure).toMatchObject({ message: expect.stringContaining('What has no score meets no expectation.\n') })
  })

  it.each([
    [
      'no share',
      () => assertIdBasedContextRecall(oslo, { atLeast: 80 }),
      'assertIdBasedContextRecall: atLeast is 80; it must be in [0, 1].',
    ],
    ['no sample', () => assertScore('a text', idBasedContextRecall(), { atLeast: 0 }), 'assertScore takes a sample, an object with fields'],
    ['a promise', () => assertScore(Promise.resolve(oslo), idBasedContextRecall(), { atLeast: 0 }), 'a promise: await it first'],
  ])('is a mistake of the test with %s', async (_name, assertion, message) => {
    const failure = await failureOf(assertion)
    expect(AssayError.is(failure)).toBe(true)
    expect(failure).toMatchObject({ kind: 'config', message: expect.stringContaining(message) })
  })
})

it('node:test counts them and prints why', () => {
  const file = fileURLToPath(new URL('__fixtures__/node-test.ts', import.meta.url))
  const { stdout } = spawnSync(process.execPath, ['--conditions=@assay/source', '--test', '--test-reporter=spec', file], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1' },
  })
  expect(stdout).toContain('pass 1\n')
  expect(stdout).toContain('fail 2\n')
  expect(stdout).toContain('assertContextRecall(sample, { atLeast: 0.8 })')
  expect(stdout).toContain('- unsupported claim: Oslo has trams.')
  expect(stdout).toContain('- missing ids: b, c')
})
