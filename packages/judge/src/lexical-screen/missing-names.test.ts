import { expect, test } from 'vitest'
import { indexContexts } from './context-index.ts'
import { missingNames } from './missing-names.ts'

const contexts = indexContexts(['Gustave Eiffel, a Frenchman, moved to Paris on 2010-03-05.'])

test.each([
  ['a name that the contexts do not hold', 'It was Carmine who left for Rome.', ['Carmine', 'Rome']],
  ['a name only once', 'Was Rome, the Rome of old, his home?', ['Rome']],
  ['no name that they hold in another case or form', 'He met GUSTAVE and two Frenchmans.', []],
  ['no first word of a sentence', 'Carmine left. Rome was far.', []],
  ['no function word', 'He said that The end came and I left.', []],
  ['no month that a date gives as a number', 'He moved in March.', []],
  ['a month that no date gives', 'He moved in October.', ['October']],
  ['nothing in a text all in capitals', 'HE LEFT FOR ROME', []],
])('%s', (_name, claim, missing) => {
  expect(missingNames(claim, contexts)).toEqual(missing)
})
