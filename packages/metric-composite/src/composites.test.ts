import { type AnyMetric, AssayError, type Runtime, type Score, scoreRow, Suspended } from '@assay/core'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brevity, idShare, judged } from './__fixtures__/parts.ts'
import { fBeta, firstScored, mapSample, weightedMean } from './index.ts'

const ids = { referenceContextIds: ['a', 'b'], retrievedContextIds: ['b', 'c', 'd', 'e'] }
const [recall, precision] = [idShare(), idShare({ of: 'retrieved' })]
const failing = (error: Error): Runtime => ({ generate: () => Promise.reject(error), embed: () => Promise.reject(error) })

describe('firstScored', () => {
  const metric = firstScored(recall, brevity(), judged())

  test('takes the first part whose fields are there and that has something to find', async () => {
    const row = { ...ids, reference: 'Oslo.' }
    expect(await metric.score(row)).toMatchObject({
      value: 0.5,
      detail: { decidedBy: 'ids_reference', parts: [{ name: 'ids_reference' }] },
    })
    const byText = await metric.score({ ...row, referenceContextIds: [] })
    expect(byText).toMatchObject({
      value: 1 / 6,
      reason: 'brevity: Short.',
      detail: {
        decidedBy: 'brevity',
        parts: [{ score: { cause: 'empty_reference' } }, { score: { value: 1 / 6, detail: { length: 5 } } }],
      },
    })
    expect(await metric.score({ reference: 'Oslo.' })).toMatchObject({
      value: 1 / 6,
      detail: { parts: [{ score: { cause: 'missing_field' } }, {}] },
    })
  })

  test('needs only the fields that all parts need, and a row with none of them is missing_field', async () => {
    expect([metric.needs, firstScored(brevity(), judged()).needs]).toEqual([[], ['reference']])
    expect(await metric.score({})).toMatchObject({ status: 'unscored', cause: 'missing_field', detail: { decidedBy: null } })
    expect(firstScored(recall, precision).scoreNow?.({ ...ids, referenceContextIds: [] })).toMatchObject({ cause: 'empty_reference' })
    expect(await firstScored(recall, judged()).score({ ...ids, referenceContextIds: [] })).toMatchObject({ cause: 'empty_reference' })
  })

  test("a judge's error stands: no other measure takes its place", async () => {
    const error = new AssayError({ kind: 'quota', message: 'Out of quota.' })
    const score = await firstScored(judged(), brevity()).score({ reference: 'Oslo.' }, failing(error))
    expect(score).toMatchObject({ status: 'unscored', cause: 'quota', error: { kind: 'quota' }, detail: { decidedBy: 'judged' } })
    const withNull = { ...ids, referenceContextIds: [null] as never, reference: 'Oslo.' }
    expect(await metric.score(withNull)).toMatchObject({ cause: 'data' })
  })

  test('a range comes through, and no later part is scored', async () => {
    const score = await firstScored(judged({ evidence: 'screen' }), judged()).score({ reference: 'Oslo.' })
    expect(score).toMatchObject({ value: 0.75, range: [0, 0.75], usage: { calls: 1 } })
  })
})

describe('weightedMean', () => {
  test('is the sum of weight times value by the sum of the weights, and keeps what each part said', async () => {
    const metric = weightedMean([
      [recall, 3],
      [precision, 1],
    ])
    const score = await metric.score(ids)
    expect(score).toMatchObject({
      value: (3 * 0.5 + 0.25) / 4,
      reason: '0.438 = (3 × ids_reference 0.500 + 1 × ids_retrieved 0.250) / 4.',
      detail: { parts: [{ score: { value: 0.5, detail: { hits: 1 } } }, { score: { value: 0.25 } }] },
    })
    expect(metric.signature).toBe('weighted_mean(3*ids|of:reference|v1;1*ids|of:retrieved|v1)')
    expect(metric.config).toEqual({
      type: 'weighted-mean',
      of: [
        { metric: recall.config, weight: 3 },
        { metric: precision.config, weight: 1 },
      ],
    })
  })

  test('is unscored where a part is, for its cause, with what the others said', async () => {
    const metric = weightedMean([
      [brevity(), 1],
      [recall, 1],
    ])
    const score = await metric.score({ ...ids, referenceContextIds: [], reference: 'Oslo.' })
    expect(score).toMatchObject({
      status: 'unscored',
      cause: 'empty_reference',
      reason: 'ids_reference: No reference ids.',
      detail: { parts: [{ score: { value: 1 / 6 } }, { score: { value: null } }] },
    })
  })

  test('a failure counts before a row that has nothing to find', async () => {
    const error = new AssayError({ kind: 'auth', message: 'No key.' })
    const row = { ...ids, referenceContextIds: [], reference: 'Oslo.' }
    const score = await weightedMean([
      [recall, 1],
      [judged(), 1],
    ]).score(row, failing(error))
    expect(score).toMatchObject({ cause: 'auth', error: { kind: 'auth' }, reason: 'judged: No key.' })
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('a weight of %d is refused', (weight) => {
    expect(() => weightedMean([[recall, weight]])).toThrow(
      expect.objectContaining({ kind: 'config', message: expect.stringContaining(`${weight}`) }),
    )
  })

  test('perfect is exactly 1 and nothing exactly 0, whatever the weights', () => {
    const weights = fc.array(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(weights, (list) => {
        const metric = weightedMean(list.map((weight) => [recall, weight] as const))
        expect(metric.scoreNow?.({ referenceContextIds: ['a'], retrievedContextIds: ['a'] }).value).toBe(1)
        expect(metric.scoreNow?.({ referenceContextIds: ['a'], retrievedContextIds: ['b'] }).value).toBe(0)
      }),
    )
  })
})

describe('fBeta', () => {
  test.each([
    [1, (2 * 0.25 * 0.5) / 0.75],
    [2, (5 * 0.25 * 0.5) / (4 * 0.25 + 0.5)],
    [0.5, (1.25 * 0.25 * 0.5) / (0.25 * 0.25 + 0.5)],
  ])('of recall 1/2 and precision 1/4 with beta %d', async (beta, expected) => {
    const metric = fBeta(recall, precision, { beta })
    expect((await metric.score(ids)).value).toBe(expected)
    expect(metric.name).toBe(`f${beta}`)
  })

  test('weighs recall by beta, in signature and config too', () => {
    expect(fBeta(recall, precision).signature).toBe('f_beta(ids|of:reference|v1;ids|of:retrieved|v1)')
    expect(fBeta(recall, precision, { beta: 2 }).signature).toBe('f_beta(ids|of:reference|v1;ids|of:retrieved|v1)|beta:2')
    expect(fBeta(recall, precision, { beta: 2, name: 'f' }).config).toEqual({
      type: 'f-beta',
      name: 'f',
      recall: recall.config,
      precision: precision.config,
      beta: 2,
    })
  })

  test('both 0 is 0, either unscored is unscored', async () => {
    const metric = fBeta(recall, precision)
    expect((await metric.score({ ...ids, retrievedContextIds: ['x'] })).value).toBe(0)
    expect((await metric.score({ ...ids, retrievedContextIds: [] })).value).toBe(0)
    expect(await metric.score({ ...ids, referenceContextIds: [] })).toMatchObject({ cause: 'empty_reference' })
  })

  test('lies between its parts, is 1 only for two perfect ones, and a range of a part is one of its own', async () => {
    const value = fc.tuple(fc.nat(50), fc.integer({ min: 50, max: 60 })).map(([hits, total]) => hits / total)
    const fixed = (given: number) => ({
      ...recall,
      scoreNow: () => ({ ...recall.scoreNow?.(ids), value: given }) as Score<{ hits: number }>,
    })
    fc.assert(
      fc.property(value, value, fc.double({ min: 0.01, max: 1000, noNaN: true }), (r, p, beta) => {
        const f = fBeta(fixed(r), fixed(p), { beta }).scoreNow?.(ids).value ?? Number.NaN
        expect(f).toBeGreaterThanOrEqual(Math.min(r, p) * (1 - 1e-12))
        expect(f).toBeLessThanOrEqual(Math.min(1, Math.max(r, p) * (1 + 1e-12)))
      }),
    )
    expect(fBeta(fixed(1), fixed(1), { beta: 0.3 }).scoreNow?.(ids).value).toBe(1)
    const ranged = await fBeta(judged(), judged({ evidence: 'screen' })).score({ reference: 'Oslo.' })
    expect(ranged).toMatchObject({ value: 0.75, range: [0, 0.75] })
  })

  test.each([0, -1, Number.NaN, 1e9])('a beta of %d is refused', (beta) => {
    expect(() => fBeta(recall, precision, { beta })).toThrow(expect.objectContaining({ kind: 'config' }))
  })
})

describe('mapSample', () => {
  const firstTwo = mapSample(precision, (sample) => ({ ...sample, retrievedContextIds: sample.retrievedContextIds?.slice(0, 2) }), {
    name: 'first_two',
  })

  test('scores the changed sample, under a signature that names the function', async () => {
    expect(await firstTwo.score(ids)).toEqual({
      ...(await precision.score({ ...ids, retrievedContextIds: ['b', 'c'] })),
      signature: firstTwo.signature,
    })
    expect(firstTwo).toMatchObject({ name: 'first_two', config: null, signature: 'map_sample(first_two|v1;ids|of:retrieved|v1)' })
    expect(mapSample(precision, (sample) => sample, { name: 'same', version: '3' }).signature).toContain('(same|v3;')
  })

  test('a row that the function leaves without a field is missing_field; one without a field that it needs never reaches it', async () => {
    expect(await firstTwo.score({})).toMatchObject({ cause: 'missing_field', signature: firstTwo.signature })
    expect(mapSample(recall, ({ metadata }) => metadata, { name: 'm', needs: ['metadata'] }).needs).toEqual(['metadata'])
  })

  test('a blank name and what is no function are refused', () => {
    expect(() => mapSample(recall, (sample) => sample, { name: ' ' })).toThrow(AssayError)
    expect(() => mapSample(recall, 'x' as never, { name: 'x' })).toThrow(/no function/)
  })
})

describe('all of them', () => {
  const made = (parts: readonly [AnyMetric, AnyMetric]): AnyMetric[] => [
    firstScored(parts[0], parts[1]),
    weightedMean([
      [parts[0], 1],
      [parts[1], 1],
    ]),
    fBeta(...parts),
  ]

  test('are composites that rest on the weakest evidence of their parts', () => {
    const evidenceOf = (...parts: [AnyMetric, AnyMetric]) => made(parts).map(({ kind, evidence }) => `${kind} ${evidence}`)
    expect(new Set(evidenceOf(recall, precision))).toEqual(new Set(['composite exact']))
    expect(new Set(evidenceOf(recall, judged()))).toEqual(new Set(['composite judge']))
    expect(new Set(evidenceOf(judged({ evidence: 'screen' }), judged()))).toEqual(new Set(['composite screen']))
    expect(mapSample(judged({ evidence: 'screen' }), (sample) => sample, { name: 'm' }).evidence).toBe('screen')
  })

  test("have a version that changes with a part's, and no config where a part has none", () => {
    const versions = made([recall, brevity()]).map(({ version }) => version)
    expect(versions).toEqual(['1(1;2)', '1(1;2)', '1(1;2)'])
    expect(made([recall, { ...precision, config: null }]).map(({ config }) => config)).toEqual([null, null, null])
  })

  test('refuse blank names, no parts, what is no metric, and parts that disagree on what is better', () => {
    const errors = [
      () => firstScored(recall, { name: '' }),
      () => firstScored(),
      () => weightedMean([]),
      () => weightedMean([['recall' as never, 1]]),
      () =>
        weightedMean([
          [recall, 1],
          [brevity({ direction: 'minimize' }), 1],
        ]),
      () => fBeta(brevity({ direction: 'minimize' }), brevity({ direction: 'minimize' })),
    ]
    for (const make of errors) expect(make).toThrow(expect.objectContaining({ kind: 'config' }))
  })

  test('let Suspended through, also where another part failed at once', async () => {
    const pending = failing(new Suspended())
    for (const metric of made([judged(), judged()]))
      await expect(scoreRow(metric, { reference: 'Oslo.' }, pending)).rejects.toSatisfy(Suspended.is)
  })

  test('sum up the usage of all parts that were scored', async () => {
    const score = await fBeta(judged(), judged()).score({ reference: 'Oslo.' })
    expect(score.usage).toMatchObject({ calls: 2, inputTokens: 20, cacheWriteTokens: null })
  })

  test('sum up over a run what their parts sum up', async () => {
    const metric = firstScored(recall, judged({ name: 'j' }))
    const summary = metric.summarize?.()
    for (const row of [ids, { reference: 'Oslo.' }, { reference: 'Rome.' }]) summary?.add(await metric.score(row), { id: 'a' })
    expect(summary?.result()).toEqual({ parts: [{ name: 'j', detail: { scores: 2, note: 'scored 2 times' } }], note: 'j: scored 2 times' })
    expect(firstScored(recall, precision).summarize).toBeUndefined()
  })

  test('warn of what their parts warn of, and tell nothing where no part has anything to tell', async () => {
    const warnsOf = (part: AnyMetric): AnyMetric => {
      const rows: string[] = []
      const result = () => (rows.length === 0 ? null : { warning: `${part.name} of ${rows.join(' ')}.` })
      return { ...part, summarize: () => ({ add: (_score, { id }) => void rows.push(id), result }) }
    }
    const metric = fBeta(warnsOf(recall), warnsOf(precision))
    expect(metric.summarize?.().result()).toBeNull()
    const summary = metric.summarize?.()
    for (const id of ['x', 'y']) summary?.add(await scoreRow(metric, ids), { id })
    expect(summary?.result()).toMatchObject({ warning: `${recall.name} of x y. ${precision.name} of x y.` })
  })
})
