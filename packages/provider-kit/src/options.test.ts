import { type JsonObject } from '@assay/core'
import { expect, test, vi } from 'vitest'
import { createOptionChecks, environmentVariable, freezeJson, namesOfSet, type OptionChecks, refuseBesideClient } from './options.ts'

const check = createOptionChecks('p')

test.each<[string, (checks: OptionChecks) => void]>([
  ['The model id is blank. Name a model, as in p("m").', (checks) => checks.modelId(' \n', 'p("m")')],
  ['temperature is 2.1; it goes from 0 to 2.', (checks) => checks.between('temperature', 2.1, 0, 2)],
  ['temperature is NaN; it goes from 0 to 2.', (checks) => checks.between('temperature', Number.NaN, 0, 2)],
  ['temperature is Infinity; it must be 0 or more.', (checks) => checks.between('temperature', Infinity, 0)],
  ['seed is 0.5; it must be a whole number.', (checks) => checks.wholeNumber('seed', 0.5)],
  ['maxBatch is 0; it must be a whole number above 0.', (checks) => checks.count('maxBatch', 0)],
  [
    'extraBody cannot hold "model". Use the first argument.',
    ({ fields }) => fields('extraBody', { model: 'm' }, { model: 'the first argument' }),
  ],
  ['extraBody holds a value that JSON cannot express.', ({ fields }) => fields('extraBody', { x: Number.NaN }, {})],
])('%s', (message, run) => {
  expect(() => run(check)).toThrow(expect.objectContaining({ kind: 'config', provider: 'p', message }))
})

test('valid and undefined values pass', () => {
  check.modelId('m', '')
  check.between('temperature', 0, 0, 2)
  check.between('temperature', 1e300, 0)
  check.wholeNumber('seed', -3)
  for (const unset of [check.count, check.wholeNumber]) unset('x', undefined)
})

test('fields are copied, and a field named like a method of objects is not reserved', () => {
  const given = { stop: ['a'], toString: 'x' } as unknown as JsonObject
  const copy = check.fields('extraBody', given, { model: 'the first argument' })
  expect(copy).toEqual(given)
  expect(copy['stop']).not.toBe(given['stop'])
})

test.each(['api_key', 'apiKey', 'token', 'client_secret', 'Authorization', 'password', 'access_token'])(
  'a field named %s is refused, however deep, since it would stand in the fingerprint',
  (field) => {
    const message = `extraBody cannot hold "${field}", which looks like a credential: extraBody is part of the fingerprint. Use headers.`
    for (const given of [{ [field]: 'v' }, { tools: [{ server: { [field]: 'v' } }] }]) {
      expect(() => check.fields('extraBody', given, {})).toThrow(expect.objectContaining({ kind: 'config', message }))
    }
  },
)

test('a field that counts tokens, or describes another field, is not a credential', () => {
  const given = {
    max_tokens: 5,
    eos_token: '</s>',
    stop_token_ids: [1],
    prompt_cache_key: 'k',
    properties: { password: { type: 'string' } },
  }
  expect(check.fields('extraBody', given, {})).toEqual(given)
})

test('options beside a client are named, unless they are undefined', () => {
  refuseBesideClient('p', { client: {}, apiKey: undefined })
  expect(() => refuseBesideClient('p', { client: {}, apiKey: 'k', baseURL: 'u', fetch: undefined })).toThrow(
    expect.objectContaining({ kind: 'config', message: 'client is set, and so is apiKey, baseURL. Set it on the client instead.' }),
  )
})

test('values at any depth are frozen', () => {
  const frozen = freezeJson({ list: [{ deep: ['x'] }] })
  expect([frozen, frozen.list, frozen.list[0], frozen.list[0]?.deep].map((held) => Object.isFrozen(held))).toEqual([true, true, true, true])
})

test('a blank environment variable is undefined', () => {
  vi.stubEnv('KIT_TEST_A', ' x ').stubEnv('KIT_TEST_B', ' ')
  expect(['KIT_TEST_A', 'KIT_TEST_B', 'KIT_TEST_C'].map(environmentVariable)).toEqual(['x', undefined, undefined])
  vi.unstubAllEnvs()
})

test('options that are set are named, also if they are false or 0', () => {
  expect(namesOfSet({ a: 0, b: undefined, c: false })).toEqual(['a', 'c'])
})
