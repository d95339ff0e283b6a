import { expect, it } from 'vitest'
import { isJson } from './is-json.ts'
import type { SchemaCheck } from './json-schema.ts'

it('a schema that was not made ready is refused, with what to write', () => {
  const bare: unknown = { required: ['a'] }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as from JavaScript
  expect(() => isJson({ schema: bare as SchemaCheck })).toThrow(/await jsonSchema/)
})
