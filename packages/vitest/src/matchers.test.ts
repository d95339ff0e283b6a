import { AssayError } from '@assay/core'
import { lexicalScreen } from '@assay/judge'
import { idBasedContextRecall } from '@assay/metric-id-recall'
import { createExpect, describe, expect, it } from 'vitest'
import { halfJudge, oslo, rambler } from './__fixtures__/judge.ts'
import { assayMatchers } from './index.ts'

const failureOf = async (assertion: () => unknown): Promise<string> => {
  try {
    await assertion()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'it held'
}

describe('an expectation on a sample', () => {
  it('holds where the value reaches what is asked, also exactly', async () => {
    await expect(oslo).toHaveContextRecall({ atLeast: 0.5, judge: halfJudge })
    await expect(oslo).toHaveNonLlmContextRecall({ atLeast: 0.5 })
    expect(oslo).toHaveIdBasedContextRecall({ atLeast: 1 / 3 })
    await expect(oslo).toScore(idBasedContextRecall(), { atLeast: 1 / 3 })
  })

  it('holds under .not where the value stays below it', async () => {
    await expect(oslo).not.toHaveContextRecall({ atLeast: 0.51, judge: halfJudge })
    await expect(oslo).not.toHaveNonLlmContextRecall({ atLeast: 0.51 })
    expect(oslo).not.toHaveIdBasedContextRecall({ atLeast: 0.34 })
    await expect(oslo).not.toScore(idBasedContextRecall(), { atLeast: 0.34 })
  })

  it('takes the options of its metric', async () => {
    expect(
      await failureOf(() => expect(oslo).toHaveContextRecall({ atLeast: 1, judge: halfJudge, strategy: 'per-claim', name: 'mine' })),
    ).toContain('strategy:per-claim')
    await expect(oslo).toHaveNonLlmContextRecall({ atLeast: 1, threshold: 0.2 })
    await expect(oslo).toHaveNonLlmContextRecall({ atLeast: 0.62, soft: true })
    await expect(oslo).toHaveNonLlmContextRecall({ atLeast: 1, similarity: () => 1 })
    expect({ ...oslo, referenceContextIds: [] }).toHaveIdBasedContextRecall({ atLeast: 0, emptyReference: 'zero' })
  })

  it('names the similarity of the best match unless it is told not to look for it', async () => {
    expect(await failureOf(() => expect(oslo).toHaveNonLlmContextRecall({ atLeast: 1 }))).toContain('best similarity 0.241')
    expect(await failureOf(() => expect(oslo).toHaveNonLlmContextRecall({ atLeast: 1, explain: false }))).not.toContain('best similarity')
  })

  it.each([['holding'], ['negated']])('that has no score never holds: %s', async (form) => {
    const negated = form === 'negated'
    const sample = { ...oslo, reference: ' ', referenceContexts: [], referenceContextIds: [] }
    const at = (received: object) => (negated ? expect(received).not : expect(received))
    const failures = await Promise.all([
      failureOf(() => at(oslo).toHaveContextRecall({ atLeast: 0, judge: rambler })),
      failureOf(() => at(sample).toHaveContextRecall({ atLeast: 0, judge: halfJudge })),
      failureOf(() => at(sample).toHaveNonLlmContextRecall({ atLeast: 0 })),
      failureOf(() => at(sample).toHaveIdBasedContextRecall({ atLeast: 0 })),
      failureOf(() => at({}).toScore(idBasedContextRecall(), { atLeast: 0 })),
    ])
    const causes = failures.map((failure) => /has no score \((\w+)\)/.exec(failure)?.[1])
    expect(causes).toEqual(['invalid_reply', 'empty_reference', 'empty_reference', 'empty_reference', 'missing_field'])
  })

  it('says how far undecided claims leave the value open', async () => {
    const sample = {
      reference: 'Oslo is in Norway. The northern committee gathered quietly in Oslo.',
      retrievedContexts: ['Oslo is in Norway. A committee meets in Oslo.'],
    }
    const failure = await failureOf(() => expect(sample).toHaveContextRecall({ atLeast: 1, judge: lexicalScreen() }))
    expect(failure).toContain('context_recall is 0.5 (from 0.5 to 1, as the undecided claims turn out), below 1')
    expect(failure).toContain('- undecided claim: The northern committee gathered quietly in Oslo.')
  })

  it('cuts long texts and long lists', async () => {
    const missing = Array.from({ length: 25 }, (_, item) => `${item} ${'x'.repeat(600)}`)
    const failure = await failureOf(() => expect({ ...oslo, referenceContexts: missing }).toHaveNonLlmContextRecall({ atLeast: 1 }))
    expect(failure.split('\n').filter((line) => line.startsWith('- unmatched'))).toHaveLength(20)
    expect(failure).toContain('- and 5 more')
    expect(Math.max(...failure.split('\n').map((line) => line.length))).toBeLessThan(550)
  })

  it.each([Number.NaN, -0.1, 1.1, Number.POSITIVE_INFINITY])('asks for a share: %s is refused, under .not too', async (atLeast) => {
    const refusal = `toHaveIdBasedContextRecall: atLeast is ${atLeast}; it must be in [0, 1].`
    expect(await failureOf(() => expect(oslo).toHaveIdBasedContextRecall({ atLeast }))).toBe(refusal)
    expect(await failureOf(() => expect(oslo).not.toHaveIdBasedContextRecall({ atLeast }))).toBe(refusal)
    expect(await failureOf(() => expect(oslo).toScore(idBasedContextRecall(), { atLeast }))).toContain(`atLeast is ${atLeast}`)
  })

  it.each([
    ['a text', 'of type string'],
    [null, 'null'],
    [undefined, 'of type undefined'],
    [[oslo], 'of type array'],
    [Promise.resolve(oslo), 'a promise: await it first'],
  ])('is on a sample and nothing else: %s', async (received, was) => {
    const failure = await failureOf(() => expect(received).not.toScore(idBasedContextRecall(), { atLeast: 0.5 }))
    expect(failure).toContain('takes a sample')
    expect(failure).toContain(was)
  })

  it('refuses options as its metric does', () => {
    expect(() => expect(oslo).toHaveIdBasedContextRecall({ atLeast: 0.5, name: ' ' })).toThrow(AssayError)
  })

  it('waits for a sample under .resolves', async () => {
    await expect(Promise.resolve(oslo)).resolves.toHaveIdBasedContextRecall({ atLeast: 0.3 })
    await expect(Promise.resolve(oslo)).resolves.toHaveContextRecall({ atLeast: 0.5, judge: halfJudge })
  })

  it('by ids works inside other expectations, where no score holds in neither form', () => {
    const rows = { first: oslo }
    expect(rows).toEqual({ first: expect.toHaveIdBasedContextRecall({ atLeast: 0.3 }) })
    expect(rows).toEqual({ first: expect.not.toHaveIdBasedContextRecall({ atLeast: 0.9 }) })
    const blank = { first: { ...oslo, referenceContextIds: [] } }
    expect(blank).not.toEqual({ first: expect.toHaveIdBasedContextRecall({ atLeast: 0 }) })
    expect(blank).not.toEqual({ first: expect.not.toHaveIdBasedContextRecall({ atLeast: 0 }) })
  })

  it('works on an `expect` of your own', async () => {
    const own = createExpect()
    own.extend(assayMatchers)
    await own(oslo).toHaveContextRecall({ atLeast: 0.5, judge: halfJudge })
  })
})

it('the `expect` of a test has the matchers, too', async ({ expect: local }) => {
  await local(oslo).toHaveContextRecall({ atLeast: 0.5, judge: halfJudge })
})
