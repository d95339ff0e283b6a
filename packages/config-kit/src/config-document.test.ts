import { AssayError } from '@assay/core'
import { describe, expect, it } from 'vitest'
import { readConfigDocument } from './config-document.ts'

const read = (text: string, format: 'yaml' | 'json' = 'yaml') => readConfigDocument(text, { file: 'c', format })

function complaint(text: string, format: 'yaml' | 'json' = 'yaml'): string {
  try {
    read(text, format)
  } catch (error) {
    if (AssayError.is(error)) return error.message
    throw error
  }
  return 'no complaint'
}

const bomb = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...'bcdefgh'.split('').map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]}, `.repeat(9)}]`),
].join('\n')

describe('a text that is no configuration is refused with its line', () => {
  it.each<[string, string, 'yaml' | 'json', RegExp]>([
    ['aliases that multiply', bomb, 'yaml', /^c:1: its aliases \(\*name\) unfold to \d{8,} parts/],
    [
      'nesting by aliases',
      ['a0: &a0 x', ...Array.from({ length: 70 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}]`)].join('\n'),
      'yaml',
      /nested more than 64/,
    ],
    ['an alias of itself', 'a: &a [*a]', 'yaml', /^c:1: the alias \*a stands inside what it stands for/],
    ['an alias of nothing', 'a: 1\nb: *nothing', 'yaml', /^c:2: the alias \*nothing has no target/],
    ['a repeated name', 'judge: a\ndata: b\njudge: c', 'yaml', /^c:3: this name stands twice/],
    ['a tab', 'a:\n\tb: 1', 'yaml', /^c:2: a tab stands/],
    ['a tag that stands for code', "a: 1\nb: !!js/function 'x'", 'yaml', /^c:2: it has a tag/],
    ['__proto__', 'a:\n  __proto__: { polluted: true }', 'yaml', /^c:2: "__proto__" is no name/],
    ['a list as a name', '? [a, b]\n: 1', 'yaml', /^c:1: a name must be a plain text/],
    ['deep nesting', `${'['.repeat(100)}${']'.repeat(100)}`, 'yaml', /^c:1: it is nested more than 64 levels deep/],
    [
      'maps nested very deeply',
      Array.from({ length: 3900 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
      'yaml',
      /nested more than 64 levels deep\.$/,
    ],
    ['very deep nesting that is whole', '['.repeat(20_000) + ']'.repeat(20_000), 'yaml', /nested more than 64 levels deep\.$/],
    ['very deep nesting', '['.repeat(200_000), 'yaml', /^c:1: it is/],
    ['a second document', 'a: 1\n---\nb: 2', 'yaml', /^c:\d: a second document begins/],
    ['an open quote', 'a: 1\nb: "x', 'yaml', /^c:2: it is not YAML/],
    ['JSON with a comment', '{\n  // judge\n}', 'json', /^c:2: it is not JSON: found "\/\/ judge/],
    ['JSON with a last comma', '{"a": [1,\n]}', 'json', /^c:2: it is not JSON: found "]}" where a value was expected/],
    ['JSON that ends early', '{"a": [1', 'json', /the text ends where a comma or \] was expected/],
    ['JSON with a repeated name', '{"a": 1,\n"a": 2}', 'json', /^c:2: .*stands twice/],
    ['JSON with __proto__', '{"a": {"__proto__": 1}}', 'json', /"__proto__" is no name/],
    ['JSON nested deeply', '['.repeat(200_000), 'json', /^c:1: it is nested more than 64/],
    ['JSON with more behind it', '{} {}', 'json', /after the end of the value/],
    ['JSON with NaN', '{"a": NaN}', 'json', /found "NaN}" where a value/],
    ['JSON with a broken escape', '{"a": "\\x"}', 'json', /where a value was expected/],
  ])('%s', (_what, text, format, message) => expect(complaint(text, format)).toMatch(message))

  it('and no prototype is touched', () => expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false))
})

describe('values and places', () => {
  it('YAML keeps what core schema says: 007 is 7, dates and yes are texts', () => {
    expect(read('a: 2024-01-01\nb: yes\nc: 0.5\nd: null').value).toEqual({ a: '2024-01-01', b: 'yes', c: 0.5, d: null })
  })

  it('anchors, aliases and merge keys are followed', () => {
    const document = read('base: &base\n  threshold: 0.9\nuse:\n  <<: *base\n  name: x\nlist: [*base]')
    expect(document.value).toMatchObject({ use: { threshold: 0.9, name: 'x' }, list: [{ threshold: 0.9 }] })
    expect(document.lineOf(['list', 0, 'threshold'])).toBe(2)
  })

  it.each<['yaml' | 'json', string]>([
    ['yaml', '# judges\n\na: 1\nlist:\n  - x\n  - y:\n      z: 3\n'],
    ['json', '\n\n{ "a": 1,\n "list": [\n "x",\n {"y": {\n "z": 3 }}]}'],
  ])('%s knows the line of every part, and of the nearest one where there is none', (format, text) => {
    const { lineOf, value } = read(text, format)
    expect(value).toEqual({ a: 1, list: ['x', { y: { z: 3 } }] })
    expect([['a'], ['list'], ['list', 0], ['list', 1, 'y'], ['list', 1, 'y', 'z'], ['list', 1, 'y', 'q'], ['list', 9]].map(lineOf)).toEqual(
      [3, 4, 5, 6, 7, 6, 4],
    )
  })

  it('one anchor may be used as often as there are tests', () => {
    expect(read(`a: &a { b: 1 }\nuses: [${'*a, '.repeat(5_000)}]`).value).toMatchObject({ uses: { length: 5_000 } })
  })

  it('a byte order mark and CRLF are tolerated', () => {
    expect(read('\uFEFFa: 1\r\nb: 2\r\n')).toMatchObject({ value: { a: 1, b: 2 } })
    expect(read('\uFEFF{"a":\r\n1}', 'json').value).toEqual({ a: 1 })
  })
})
