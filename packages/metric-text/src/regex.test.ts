import { AssayError, scoreRow } from '@assay/core'
import { expect, test } from 'vitest'
import { compiledSchema } from './compiled-schema.ts'
import { matches, regex } from './regex.ts'

/** Tries every way to part forty letters into groups: it would take longer than anybody lives. */
const ENDLESS = '^(a+)+$'
const text = `${'a'.repeat(40)}b`

test('a pattern that backtracks for ever is ended, and its row is unscored', () => {
  expect(() => matches(new RegExp(ENDLESS), text, 20)).toThrow(/took longer than 20 ms on a response of 41 characters/)
})

test('so is one in a schema', () => {
  const schema = { type: 'string', pattern: ENDLESS }
  expect(() => compiledSchema(schema, 20).faultOf(text)).toThrow(
    expect.toSatisfy((error) => AssayError.is(error) && error.kind === 'timeout'),
  )
  // With time enough for a busy machine.
  expect(compiledSchema(schema, 600_000).faultOf('aaa')).toBeUndefined()
})

test('a pattern is what is tested afterwards, too', async () => {
  expect(() => matches(new RegExp(ENDLESS), text, 20)).toThrow()
  const metric = regex({ value: '(?<year>\\d{4})' })
  expect(await scoreRow(metric, { response: 'In 1904.' })).toMatchObject({ value: 1, reason: 'The response matches "(?<year>\\\\d{4})".' })
})
