import { expect, test } from 'vitest'
import { parseHttpUrl, withoutSlashes } from './address.ts'

const about = { provider: 'p', source: 'baseURL', example: 'http://localhost:8000' }

test('white space around an address is ignored', () => {
  expect(parseHttpUrl(' https://h/x\n', about).href).toBe('https://h/x')
})

test.each(['', 'secret-host:80', 'ftp://secret-host', 'file:///etc', 'http://'])(
  '%j is refused, and the message does not repeat it',
  (text) => {
    const message = 'baseURL is not an http or https address. Write it in full, as in http://localhost:8000.'
    expect(() => parseHttpUrl(text, about)).toThrow(expect.objectContaining({ kind: 'config', provider: 'p', message }))
  },
)

test('only trailing slashes are removed from a path', () => {
  expect(['/', '/a//', '//a/b'].map(withoutSlashes)).toEqual(['', '/a', '//a/b'])
})
