import { describe, expect, it } from 'vitest'
import { answering, reply } from './__fixtures__/adapters.ts'
import { AssayError } from './assay-error.ts'
import { defineMetric, type MetricDefinition } from './define-metric.ts'
import { createDirectRuntime } from './direct-runtime.ts'
import { scored, unscored } from './score.ts'
import { Suspended } from './suspended.ts'
import { noUsage, unknownUsage } from './usage.ts'

type Definition = MetricDefinition<'reference', unknown>

const sample = { reference: 'r' }
const giving = (score: Definition['score'], more: Partial<Definition> = {}) =>
  defineMetric({ name: 'mine', needs: ['reference'], ...more, score })

describe('a metric of which only the score is written', () => {
  it('has all that a metric has', () => {
    const { score, ...rest } = giving(() => 1)
    expect(rest).toEqual({
      specificationVersion: 'v1',
      name: 'mine',
      version: '1',
      kind: 'non-llm',
      direction: 'maximize',
      needs: ['reference'],
      signature: 'mine|v1',
      config: null,
    })
    expect(score).toBeTypeOf('function')
  })

  it('has the fields of its definition', () => {
    const fields = {
      version: '2',
      kind: 'llm',
      direction: 'minimize',
      evidence: 'screen',
      reads: ['userInput'],
      config: { type: 'mine' },
    } as const
    expect(giving(() => 1, fields)).toMatchObject(fields)
  })

  it('shows its options in its signature, those left out not at all', () => {
    const options = { level: 2, how: 'a|b', strict: true, list: ['x', 1], none: null, unset: undefined }
    expect(giving(() => 1, { options, version: '3' }).signature).toBe('mine|level:2|how:a%7Cb|strict:true|list:["x",1]|none:null|v3')
  })
})

describe('what it gives', () => {
  it('may be a number', async () => {
    expect(await giving(() => 0.5).score(sample)).toEqual({
      status: 'scored',
      value: 0.5,
      reason: 'mine is 0.5.',
      signature: 'mine|v1',
      usage: noUsage,
      detail: {},
    })
  })

  it('may be a score, which is signed', async () => {
    const found = await giving(async ({ reference }) =>
      scored({ value: 0, reason: 'None.', range: [0, 0.5], detail: { reference } }),
    ).score(sample)
    const signed = { reason: 'None.', signature: 'mine|v1', usage: noUsage }
    expect(found).toEqual({ ...signed, status: 'scored', value: 0, range: [0, 0.5], detail: { reference: 'r' } })
    const none = await giving(() => unscored({ cause: 'empty_reference', reason: 'Blank.' })).score(sample)
    expect(none).toEqual({ ...signed, reason: 'Blank.', status: 'unscored', value: null, cause: 'empty_reference' })
    const foreign = await giving(() => scored({ signature: 'other|v1', value: 1, reason: 'r', detail: { n: 1 } })).score(sample)
    expect(foreign).toMatchObject({ signature: 'mine|v1', detail: { n: 1 } })
  })

  it.each([Number.NaN, 1.1, -0.1, Number.POSITIVE_INFINITY])('is never %s', async (value) => {
    const message = `mine: the value ${value} is not in [0, 1]. If there is no value, return unscored({ cause, reason }).`
    await expect(giving(() => value).score(sample)).rejects.toThrow(new RangeError(message))
    await expect(giving(() => ({ status: 'scored', value, reason: 'r', usage: noUsage, detail: {} })).score(sample)).rejects.toThrow(
      new RangeError(message),
    )
  })

  it.each([
    [undefined, 'undefined'],
    ['1', '1'],
    [{ value: 1 }, 'an object that is no score'],
  ])('is nothing else, as %j', async (value, shown) => {
    await expect(giving((() => value) as never).score(sample)).rejects.toThrow(
      new TypeError(`mine: score gave ${shown}. Give a number in [0, 1], scored({ … }) or unscored({ … }).`),
    )
  })
})

describe('its calls', () => {
  const judge = answering(() => reply('yes'))
  const read = ({ text }: { text: string }): number => (text === 'yes' ? 1 : 0)
  const call: Definition['score'] = async (_sample, runtime) => (await runtime.generate(judge, { messages: [] }, { read })).value

  it('is counted in the score', async () => {
    expect(await giving(call, { kind: 'llm' }).score(sample)).toMatchObject({ value: 1, usage: reply('yes').usage })
  })

  it('is counted where it fails, and the row is unscored', async () => {
    const failing = answering(() => {
      throw new AssayError({ kind: 'timeout', message: 'Too late.', isRetryable: false })
    })
    const metric = giving(async (_sample, runtime) => (await runtime.generate(failing, { messages: [] }, { read })).value, { kind: 'llm' })
    expect(await metric.score(sample, createDirectRuntime())).toMatchObject({
      status: 'unscored',
      cause: 'timeout',
      reason: 'Too late.',
      signature: 'mine|v1',
      usage: unknownUsage(),
    })
  })

  it('reach a model only with kind llm', async () => {
    await expect(giving(call).score(sample)).rejects.toThrow("mine calls a model. Set kind: 'llm' in its definition.")
  })

  it('may come later, or be a mistake: both pass through', async () => {
    for (const error of [new Suspended(), new TypeError('a mistake')]) {
      await expect(
        giving(() => {
          throw error
        }).score(sample),
      ).rejects.toBe(error)
    }
  })
})

it.each<[object, string]>([
  [{ name: ' ' }, 'defineMetric: name: it is missing. Give a text that is unique in a run.'],
  [
    { needs: undefined },
    "defineMetric: mine: needs is missing. List the fields of a sample that it reads, as in needs: ['reference', 'retrievedContexts'].",
  ],
  [{ score: 1 }, 'defineMetric: mine: score is missing. Give a function of a sample.'],
  [{ version: 'a|b' }, "defineMetric: mine: version is a text without white space, | and :, as in '1'."],
])('a definition with %j is refused', (wrong, message) => {
  const definition = { name: 'mine', needs: ['reference'], score: () => 1, ...wrong }
  expect(() => defineMetric(definition as never)).toThrow(new AssayError({ kind: 'config', message }))
})
