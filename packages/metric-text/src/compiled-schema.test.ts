import { scoreRow } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { compiledSchema } from './compiled-schema.ts'
import { containsJson, isJson, jsonSchema } from './index.ts'

describe('a schema', () => {
  it.each<[what: string, schema: unknown, message: RegExp]>([
    ['a type that is none', { type: 'thing' }, /The JSON Schema cannot be used: schema is invalid/],
    ['a word that is none', { minimumm: 1 }, /strict mode: unknown keyword: "minimumm"/],
    ['a format that is none', { type: 'string', format: 'colour' }, /unknown format "colour"/],
    ['another schema that is not there', { $ref: 'https://example.com/schema.json' }, /can't resolve reference/],
    ['a draft that is not known', { $schema: 'https://example.com/draft' }, /no schema with key or ref/],
    ['a list', [], /neither a map nor a boolean/],
    ['a number that JSON has no form for', { minimum: Number.NaN }, /JSON has no form for/],
  ])('with %s is a config error', async (_what, schema, message) => {
    await expect(jsonSchema(schema as never)).rejects.toThrow(message)
  })

  it.each<[what: string, schema: object | boolean, value: never, fault: string | undefined]>([
    ['formats', { type: 'string', format: 'email' }, 'no address' as never, 'JSON must match format "email"'],
    [
      'draft-07 where none is named',
      { type: 'array', items: [{ type: 'number' }, {}], minItems: 2, additionalItems: false },
      [1, 2] as never,
      undefined,
    ],
    [
      '2020-12 where that is named',
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'array',
        prefixItems: [{ type: 'number' }],
        minItems: 1,
        items: false,
      },
      [1, 2] as never,
      'JSON must NOT have more than 1 items',
    ],
    [
      '2019-09 where that is named',
      { $schema: 'https://json-schema.org/draft/2019-09/schema', type: 'object', dependentRequired: { a: ['b'] } },
      { a: 1 } as never,
      'JSON must have property b when property a is present',
    ],
    ['true, to which everything conforms', true, null as never, undefined],
    ['false, to which nothing does', false, null as never, 'JSON boolean schema is false'],
  ])('knows %s', (_what, schema, value, fault) => {
    expect(compiledSchema(schema as never).faultOf(value)).toBe(fault)
  })

  it('stays as it was when the object that was given is changed', async () => {
    const given = { type: 'object', required: ['a'] }
    const metric = isJson({ schema: await jsonSchema(given) })
    given.required = []
    expect(await scoreRow(metric, { response: '{}' })).toMatchObject({ value: 0 })
    expect(metric.config).toEqual({ type: 'is-json', schema: { type: 'object', required: ['a'] } })
  })
})

describe('the reason says where JSON and schema part', () => {
  it('of the whole response', async () => {
    const schema = await jsonSchema({ type: 'object', properties: { latitude: { type: 'number', maximum: 90 } } })
    const score = await scoreRow(isJson({ schema }), { response: '{"latitude": 100}' })
    expect(score).toMatchObject({
      value: 0,
      reason: 'The response is JSON that does not conform to the schema: JSON/latitude must be <= 90.',
      detail: { fault: 'JSON/latitude must be <= 90' },
    })
  })

  it('of the first JSON in it, where none conforms', async () => {
    const schema = await jsonSchema({ type: 'array' })
    expect(await scoreRow(containsJson({ schema }), { response: 'x {"a": 1} {}' })).toMatchObject({
      value: 0,
      reason: 'The response contains JSON that does not conform to the schema: JSON must be array.',
    })
    expect(await scoreRow(containsJson({ schema }), { response: 'x {"a": 1} []' })).toMatchObject({ value: 1, detail: { fault: null } })
  })
})

it('a response nested so deeply that a check overflows leaves its row unscored', async () => {
  const schema = await jsonSchema({ $id: 'tree', type: 'array', items: { $ref: 'tree' } })
  const response = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  expect(await scoreRow(isJson({ schema }), { response })).toMatchObject({ status: 'unscored', cause: 'data' })
})
