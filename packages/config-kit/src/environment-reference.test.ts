import { expect, it } from 'vitest'
import { environmentNames, expandEnvironment } from './environment-reference.ts'

const environment = { KEY: 'sk-${OTHER}', OTHER: 'no', EMPTY: '' }

it('a name is replaced once, and what it holds is not read again', () => {
  expect(expandEnvironment('Bearer ${KEY} $KEY {KEY}', 'x', environment)).toBe('Bearer sk-${OTHER} $KEY {KEY}')
  expect(environmentNames('a ${KEY} ${OTHER} ${1X}')).toEqual(['KEY', 'OTHER'])
})

it.each(['${NOT_SET}', '${EMPTY}'])('%s, which holds nothing, is an error that names it', (text) =>
  expect(() => expandEnvironment(text, 'judge.apiKey', environment)).toThrow(/^judge\.apiKey reads \$\{\w+\}, which is not set/),
)
