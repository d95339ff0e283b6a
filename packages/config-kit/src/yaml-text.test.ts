import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { readConfigDocument } from './config-document.ts'
import { yamlText } from './yaml-text.ts'

it('what is written is read back as it was', () => {
  const key = fc.string({ minLength: 1 }).filter((name) => name !== '__proto__' && name !== '<<')
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value')),
      fc.dictionary(key, tie('value'), { noNullPrototype: true }),
    ),
  })).value
  fc.assert(
    fc.property(value, (given) => {
      expect(readConfigDocument(yamlText(given), { file: 'c', format: 'yaml' }).value).toEqual(given)
    }),
    { numRuns: 300 },
  )
})
