import { AssayError } from '@assay/core'
import { idBasedContextRecall } from '@assay/metric-id-recall'
import { contextRecall } from '@assay/metric-llm-recall'
import { nonLlmContextRecall } from '@assay/metric-non-llm-recall'
import { scriptedAdapter } from '@assay/testkit'
import { describe, expect, it } from 'vitest'
import { toScorer } from './index.ts'

const judge = scriptedAdapter(({ output }) =>
  output?.name === 'claims'
    ? JSON.stringify({ claims: ['Oslo is in Norway.', 'Oslo has trams.'] })
    : JSON.stringify({
        verdicts: [
          { claim: 'c1', reason: 'It says so.', evidence: [], supported: true },
          { claim: 'c2', reason: 'Nothing on trams.', evidence: [], supported: false },
        ],
      }),
)

describe('a metric as a scorer', () => {
  it('takes texts as question, response and reference, and the context as what was retrieved', async () => {
    const scorer = toScorer(contextRecall({ judge }))
    const given = { input: 'What of Oslo?', output: 'It is in Norway.', expected: 'Oslo is in Norway, with trams.' }
    const result = await scorer({ ...given, context: ['Oslo, Norway'] })
    expect(result).toMatchObject({ name: 'context_recall', score: 0.5, metadata: { status: 'scored' } })
    expect(JSON.stringify(judge.calls[0])).toContain('What of Oslo?')
    expect(await scorer({ ...given, context: 'Oslo, Norway' })).toMatchObject({ score: 0.5 })
  })

  it('takes lists as what was and what should have been retrieved: ids for a metric that reads ids, else texts', async () => {
    expect(await toScorer(idBasedContextRecall())({ output: ['a', 1], expected: [1, 'b'] })).toMatchObject({ score: 0.5 })
    const texts = { output: ['Oslo lies in Norway.'], expected: ['Oslo lies in Norway.', 'Trams run there since 1875.'] }
    expect(await toScorer(nonLlmContextRecall())(texts)).toMatchObject({ score: 0.5 })
  })

  it('takes the fields of a sample by name from objects, and from what stands beside them', async () => {
    const scorer = toScorer(idBasedContextRecall())
    expect(
      await scorer({ input: { topic: 'Oslo' }, output: { retrievedContextIds: ['a'] }, expected: { referenceContextIds: ['a'] } }),
    ).toMatchObject({ score: 1 })
    const extra = { output: 'a text', retrievedContextIds: ['a'], referenceContextIds: ['a', 'b'] }
    expect(await scorer(extra)).toMatchObject({ score: 0.5 })
  })

  it('reads nothing from a prototype', async () => {
    const inherited: object = Object.create({ retrievedContextIds: ['a'] })
    const result = await toScorer(idBasedContextRecall())({ output: inherited, expected: ['a'] })
    expect(result).toMatchObject({ score: null, metadata: { cause: 'missing_field' } })
  })

  it('lets `sample` say what is what', async () => {
    type Args = { input: { question: string }; output: { sources: { key: string }[] }; expected?: string[] }
    const scorer = toScorer<Args>(idBasedContextRecall(), {
      sample: async ({ output, expected }) => ({
        retrievedContextIds: output.sources.map(({ key }) => key),
        referenceContextIds: expected,
      }),
    })
    expect(await scorer({ input: { question: 'Oslo?' }, output: { sources: [{ key: 'a' }] }, expected: ['a', 'b'] })).toMatchObject({
      score: 0.5,
    })
  })

  it('tells in the metadata how the value came about', async () => {
    const { metadata } = await toScorer(idBasedContextRecall())({ output: ['a'], expected: ['a', 'b'] })
    expect(metadata).toMatchObject({
      status: 'scored',
      reason: '1 of 2 reference ids are among the retrieved ids.',
      signature: 'id_based_context_recall|v1',
      detail: { missing: ['b'] },
    })
    expect(Object.keys(metadata)).not.toContain('value')
  })

  it('is named after its metric', async () => {
    const scorer = toScorer(idBasedContextRecall({ name: 'by_ids' }))
    expect(scorer.name).toBe('by_ids')
    expect(await scorer({ output: [1], expected: [1] })).toMatchObject({ name: 'by_ids' })
  })
})

describe('what has no score', () => {
  it('is null with its cause, never 0', async () => {
    expect(await toScorer(idBasedContextRecall())({ output: ['a'], expected: [] })).toMatchObject({
      score: null,
      metadata: { status: 'unscored', cause: 'empty_reference' },
    })
    const rambling = scriptedAdapter(() => 'It depends.')
    const result = await toScorer(contextRecall({ judge: rambling }))({ expected: 'Oslo is in Norway.', context: ['Oslo'] })
    expect(result).toMatchObject({ score: null, metadata: { cause: 'invalid_reply' } })
  })

  it('is an error where that is asked for', async () => {
    const scorer = toScorer(idBasedContextRecall(), { unscored: 'throw' })
    await expect(scorer({ output: ['a'], expected: [] })).rejects.toThrow('id_based_context_recall has no score (empty_reference): ')
    expect(await scorer({ output: ['a'], expected: ['a'] })).toMatchObject({ score: 1 })
  })

  it.each([
    [{ output: 7 }, 'output is a number'],
    [{ output: [{ id: 'a' }] }, 'output must be a list of ids'],
    [{ expected: { referenceContextIds: 'ab' } }, 'expected.referenceContextIds must be a list of ids'],
    [{ output: { referenceContextGrades: ['1'] } }, 'output.referenceContextGrades must be a list of numbers'],
  ])('is so also where a part that the metric reads is of no use: %j', async (args, reason) => {
    const result = await toScorer(idBasedContextRecall())(args)
    expect(result).toMatchObject({ score: null, metadata: { cause: 'data' } })
    expect(result.metadata['reason']).toContain(reason)
  })

  it('what the metric does not read may be anything', async () => {
    const ids = { retrievedContextIds: ['a'], referenceContextIds: ['a'] }
    const others = { input: ['a'], context: [null], output: { response: { text: 'x' }, metadata: [] }, reference: 7 }
    expect(await toScorer(idBasedContextRecall())({ ...ids, ...others })).toMatchObject({ score: 1 })
  })

  it('documents are read by their text', async () => {
    const documents = [{ pageContent: 'Oslo lies in Norway.', metadata: {} }]
    const scorer = toScorer(nonLlmContextRecall())
    expect(await scorer({ context: documents, expected: ['Oslo lies in Norway.'] })).toMatchObject({ score: 1 })
    expect(await scorer({ output: documents, expected: [{ text: 'Oslo lies in Norway.' }] })).toMatchObject({ score: 1 })
  })

  it.each<[args: Record<string, unknown>, reason: string]>([
    [{ input: ['a'] }, 'input is a list'],
    [{ reference: 'a', retrievedContexts: [1] }, 'retrievedContexts must be a list of texts'],
    [{ context: [null] }, 'context must be a list of texts'],
    [{ output: { reference: 7 } }, 'output.reference must be a text'],
  ])('and so are texts that a metric by texts reads: %j', async (args, reason) => {
    const result = await toScorer(contextRecall({ judge }))(args)
    expect(result).toMatchObject({ score: null, metadata: { cause: 'data' } })
    expect(result.metadata['reason']).toContain(reason)
  })

  it('is not what a mistake in `sample` becomes: that is thrown', async () => {
    const scorer = toScorer(idBasedContextRecall(), {
      sample: () => {
        throw new TypeError('no such thing')
      },
    })
    await expect(scorer({})).rejects.toThrow(TypeError)
  })

  it('has two forms, and no third', () => {
    expect(() => toScorer(idBasedContextRecall(), { unscored: 'zero' as 'null' })).toThrow(AssayError)
  })
})
