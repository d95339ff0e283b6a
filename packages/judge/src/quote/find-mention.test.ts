import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMentionFinder, distinctNames } from './find-mention.ts'

const found = (name: string, ...texts: string[]): string | undefined => {
  const mention = createMentionFinder(texts)(name)
  return mention === undefined ? undefined : texts[mention.context]?.slice(...mention.span)
}

describe('a name is found', () => {
  test.each([
    ['1904', 'It opened in 1904.', '1904'],
    ['1904', '1904年に開通した。', '1904'],
    ['NATO', 'Nato met in May.', 'Nato'],
    ['Morn', "Ida Morn's bridge", 'Morn'],
    ['“Harle”', 'the "Harle" bridge', '"Harle"'],
    ['Ida Morn', 'by Ida\n  Morn, of Wendt', 'Ida\n  Morn'],
    ['1904', 'from 1902–1904', '1904'],
    ['東京', '日本の首都東京は大きい。', '東京'],
    ['UN', '国連(UN)とUN本部', 'UN'],
    ['กรุงเทพ', 'เมืองกรุงเทพมหานคร', 'กรุงเทพ'],
    ['Straße 5', 'in der STRASSE 5, links', 'STRASSE 5'],
    ['5 %', 'about 5 % of all', '5 %'],
    ['50,000', 'It holds 50,000, no more.', '50,000'],
    ['Café', 'im Cafe\u0301 Central', 'Cafe\u0301'],
    ['C++', 'in C++, mostly', 'C++'],
    ['UN', 'The United Nations, or UN.', 'UN'],
  ])('%s in %s', (name, text, place) => {
    expect(found(name, 'Nothing.', text)).toBe(place)
  })
})

describe('a name is not found inside of another word or number', () => {
  test.each([
    ['UN', 'The United Nations began in 1945.'],
    ['AD 70', 'in AD 700'],
    ['50,000', 'It holds 150,000 people, 50,000.5 by another count.'],
    ['904', 'It cost 1,904 crowns in 1904.'],
    ['3', 'It is 3.5 long.'],
    ['70', 'the AD70 plan'],
    ['Oslo', 'Oslofjord'],
    ['क', 'कि'],
    ['', 'Nothing.'],
    [' ', 'Nothing.'],
  ])('%s in %s', (name, text) => {
    expect(found(name, text)).toBeUndefined()
  })
})

test('names that fold alike are one, and what says nothing is none', () => {
  expect(distinctNames(['Oslo', 'OSLO', ' oslo ', '', '…', 'Bergen', 'Cafe\u0301', 'Café'])).toEqual(['Oslo', 'Bergen', 'Cafe\u0301'])
})

test('a name that stands between spaces is found, wherever it stands', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/)
  fc.assert(
    fc.property(fc.array(word), word, fc.array(word), (before, name, after) => {
      const mention = createMentionFinder([[...before, name, ...after].join(' ')])(name.toUpperCase())
      expect(mention?.context).toBe(0)
    }),
  )
})

test('a long text of one letter is searched in time', () => {
  expect(createMentionFinder(['a'.repeat(300_000)])('a'.repeat(100))).toBeUndefined()
})
