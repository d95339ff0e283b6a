import { expect, test, vi } from 'vitest'
import { describeUnreadableBody } from './describe-unreadable-body.ts'
import { environmentVariable } from './environment-variable.ts'
import { namesOfSet } from './names-of-set.ts'
import { parseJson } from './parse-json.ts'
import { tokenCount } from './token-count.ts'
import { withoutSlashes } from './without-slashes.ts'

test('a number of tokens is a whole number from 0, else unknown', () => {
  expect([0, 7, -1, 1.5, '7', null, undefined, Number.NaN].map(tokenCount)).toEqual([0, 7, null, null, null, null, null, null])
})

test('a text that is no JSON has no value', () => {
  expect([parseJson('{"a":1}'), parseJson('{"a":')]).toEqual([{ a: 1 }, undefined])
})

test('a body that cannot be read is told apart', () => {
  const described = [' ', '\n<html>', '[1]', 'data: {}'].map((text) => describeUnreadableBody(text, 'a reply'))
  expect(described.slice(0, 3)).toEqual(
    ['an empty body', 'an HTML page', 'a body that is no JSON object'].map((what) => `${what}, where a reply was due.`),
  )
  expect(described[3]).toContain('server-sent events, where a reply was due: the server streams. Set `extraBody: { stream: false }`')
})

test('slashes go from the end of a path only', () => {
  expect(['/', '/a//', '//a/b'].map(withoutSlashes)).toEqual(['', '/a', '//a/b'])
})

test('a blank variable of the environment is none', () => {
  vi.stubEnv('KIT_TEST_A', ' x ').stubEnv('KIT_TEST_B', ' ')
  expect(['KIT_TEST_A', 'KIT_TEST_B', 'KIT_TEST_C'].map(environmentVariable)).toEqual(['x', undefined, undefined])
  vi.unstubAllEnvs()
})

test('options that are set are named, also where they are false or 0', () => {
  expect(namesOfSet({ a: 0, b: undefined, c: false })).toEqual(['a', 'c'])
})
