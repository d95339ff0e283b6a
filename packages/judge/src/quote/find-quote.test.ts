import { describe, expect, test } from 'vitest'
import { createQuoteFinder } from './find-quote.ts'

const contexts = [
  'The Harle bridge was opened in 1904 — after two years of work.',
  'Ida Morn said: “It’s a\n  fine bridge”, and left.',
  'Straße in Wörth: ΟΔΟΣ und Cafe\u0301 am Fluss.',
  'Yes.',
]
const find = createQuoteFinder(contexts, 12)

describe('a quote is found', () => {
  test.each([
    ['word for word', 'The Harle bridge was opened', 0],
    ['in another case', 'THE HARLE BRIDGE WAS OPENED', 0],
    ['with another dash', 'in 1904 - after two years', 0],
    ['with plain quotation marks and one space', `said: "It's a fine bridge"`, 1],
    ['with ss for ß', 'strasse in Wörth', 2],
    ['with a final sigma elsewhere', 'οδοσ und Café', 2],
    ['composed where the context is not', 'Caf\u00E9 am Fluss', 2],
    ['with a part left out by …', 'The Harle bridge … after two years', 0],
    ['with a part left out by [...]', 'The Harle bridge [...] after two years', 0],
    ['beside a part too short to count', 'The Harle bridge was … xy', 0],
    ['as a whole short context', 'yes.', 3],
  ])('%s', (_name, quote, context) => {
    expect(find(quote, undefined)?.context).toBe(context)
  })
})

describe('a quote is not found', () => {
  test.each([
    ['with another word', 'The Harle bridge was closed'],
    ['that is too short', 'bridge'],
    ['of parts that are all too short', 'The … was … of'],
    ['whose parts stand in two contexts', 'The Harle bridge was … said: “It’s a fine'],
    ['that is part of a short context', 'Yes'],
    ['that is empty', ''],
    ['that is only an ellipsis', '…'],
  ])('%s', (_name, quote) => {
    expect(find(quote, undefined)).toBeUndefined()
  })
})

test('the span is the place in the original context, in UTF-16 units', () => {
  const texts = ['😀 Die „Straße“   am  Fluss']
  const place = createQuoteFinder(texts, 5)('"STRASSE" AM fluss', 0)
  expect(texts[0]?.slice(...(place?.span ?? [0, 0]))).toBe('„Straße“   am  Fluss')
})

test('a quote in parts has no span', () => {
  expect(find('The Harle bridge … after two years', 0)).toEqual({ context: 0 })
})

test('the named context is looked at first', () => {
  expect(createQuoteFinder(['the same words', 'the same words'], 12)('the same words', 1)?.context).toBe(1)
})

test('length counts code points', () => {
  expect(createQuoteFinder(['😀😀😀😀 and more'], 5)('😀😀😀😀', 0)).toBeUndefined()
  expect(createQuoteFinder(['😀😀😀😀😀 and more'], 5)('😀😀😀😀😀', 0)).toBeDefined()
})
