import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createQuoteFinder } from './find-quote.ts'
import { foldText } from './fold-text.ts'

/** What of a single context a quote was found to be, as it stands there. */
function passage(context: string, quote: string, minQuote = 12): string | undefined {
  const place = createQuoteFinder([context], minQuote)(quote, 0)
  return place?.span === undefined ? undefined : context.slice(...place.span)
}

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
    ['with a part left out by (...)', 'The Harle bridge (...) after two years', 0],
    ['with parts in another order, or over each other', 'after two years … opened in 1904 … in 1904 — after two', 0],
    ['as a whole short context', 'yes.', 3],
    ['as a whole short context beside an ellipsis', '… yes.', 3],
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
    ['that ends in a long part from nowhere', 'Yes. … a part that stands in no context'],
    ['with one long part of several that stands elsewhere', 'The Harle bridge … a part that stands in no context … two years'],
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

describe('the passage that was found, in the original text', () => {
  test.each([
    ['NFD text', 'Er sah Cafe\u0301 und Mu\u0308hle am Fluss.', 'Café und Mühle', 'Cafe\u0301 und Mu\u0308hle'],
    ['an NFD quote', 'Er sah Café und Mühle am Fluss.', 'Cafe\u0301 und Mu\u0308hle', 'Café und Mühle'],
    ['marks in another order', 'a q\u0307\u0323 stands here', 'A q\u0323\u0307 stands', 'a q\u0307\u0323 stands'],
    [
      'Hangul in parts',
      '서울은 한국의 수도이다 그리고'.normalize('NFD'),
      '서울은 한국의 수도이다',
      '서울은 한국의 수도이다'.normalize('NFD'),
    ],
    ['Hangul whose last part stands alone', '가\u11A8 나다라마바사아자차카', '각 나다라마바사아자차카', '가\u11A8 나다라마바사아자차카'],
    ['a Turkish capital', 'Köprü İSTANBUL’DA durur.', "köprü istanbul'da", 'Köprü İSTANBUL’DA'],
    ['a dotless i', 'Ilık bir ışık yandı.', 'ILIK BİR IŞIK', 'Ilık bir ışık'],
    ['ß and ss', 'Die Große Straße ist lang.', 'GROSSE STRASSE IST', 'Große Straße ist'],
    ['a capital ß', 'DIE GROẞE STRAẞE IST LANG.', 'große Straße ist', 'GROẞE STRAẞE IST'],
    ['a ligature', 'The ﬁrst ofﬁce is open.', 'first office is', 'ﬁrst ofﬁce is'],
    ['a passage that begins inside a ligature', 'The oﬃcial report ends.', 'icial report ends', 'ﬃcial report ends'],
    ['soft hyphens', 'Das Donau\u00ADdampf\u00ADschiff fuhr.', 'Donaudampfschiff fuhr', 'Donau\u00ADdampf\u00ADschiff fuhr'],
    ['invisible marks of direction', 'قال \u200Fإن الجسر\u200E افتتح عام', 'إن الجسر افتتح', 'إن الجسر\u200E افتتح'],
    [
      'Japanese across a line break',
      '橋は千九百四年に\n 開通した。町は静かだ。',
      '千九百四年に開通した。町は',
      '千九百四年に\n 開通した。町は',
    ],
    ['Chinese with other quotation marks', '他说：“大桥在一九〇四年通车了”。', '「大桥在一九〇四年通车了」', '“大桥在一九〇四年通车了”'],
    ['a quote at the very end', 'It rained. The end is here', 'the end is here', 'The end is here'],
    ['a quote cut by an ellipsis at its end', 'It rained. The end is here.', 'The end is he…', 'The end is he'],
    ['ellipses of the text itself', 'Well… no… but… fine', 'well... no... but... fine', 'Well… no… but… fine'],
    ['characters beyond the BMP', '𝒳 😀 stands 𐐀𐐁 here', '😀 stands 𐐨𐐩 here', '😀 stands 𐐀𐐁 here'],
    ['a sigma at the end', 'ΟΔΥΣΣΕΥΣ ΗΛΘΕΝ', 'Οδυσσευς ηλθεν', 'ΟΔΥΣΣΕΥΣ ΗΛΘΕΝ'],
  ])('%s', (_name, context, quote, found) => {
    expect(passage(context, quote)).toBe(found)
  })

  test('is one of the quotes that overlap, each by itself', () => {
    const context = 'one two three four five six'
    expect(passage(context, 'one two three four')).toBe('one two three four')
    expect(passage(context, 'three four five six')).toBe('three four five six')
  })
})

test('a quote in Japanese may be short where the whole context is', () => {
  expect(passage('橋は古い。', '橋は古い。')).toBe('橋は古い。')
  expect(passage('橋は古い。', '橋は古い')).toBeUndefined()
})

test('invisible characters do not make a quote long enough', () => {
  expect(
    passage('short\u200B\u200B\u200B\u200B\u200B\u200B\u200B and more words', 'short\u200B\u200B\u200B\u200B\u200B\u200B\u200B'),
  ).toBeUndefined()
})

test('a row of dashes or dots is no quote', () => {
  expect(passage('Title\n----------------\nText ................', '----------------')).toBeUndefined()
  expect(passage('Title\n----------------\nText ................', '................')).toBeUndefined()
})

describe('in any text', () => {
  const letters = fc.constantFrom(
    'a',
    'B',
    'ß',
    'ẞ',
    'ﬁ',
    'İ',
    'ı',
    'é',
    'e\u0301',
    'ΐ',
    'Σ',
    'ς',
    '한',
    '가\u11A8',
    '東',
    ' ',
    '\n',
    '\u00AD',
    '“',
    '—',
    '😀',
    '…',
  )
  const texts = fc.array(letters, { maxLength: 30 }).map((found) => found.join(''))

  test('folding is the same for composed and decomposed text, and folds nothing twice', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { text: folded } = foldText(text)
        expect(foldText(text.normalize('NFD')).text).toBe(folded)
        expect(foldText(text.normalize('NFC')).text).toBe(folded)
        expect(foldText(folded).text).toBe(folded)
      }),
    )
  })

  test('what is found folds to what was looked for, and every passage is found', () => {
    fc.assert(
      fc.property(texts, texts, texts, (before, middle, after) => {
        const quote = `${middle}${'x'.repeat(12)}`
        const context = `${before} ${quote} ${after}`
        const found = passage(context, quote)
        expect(found).toBeDefined()
        expect(foldText(found ?? '').text).toContain(foldText(quote).text)
      }),
    )
  })
})

test('hostile repetition costs no more than length', () => {
  const context = 'a'.repeat(400_000)
  expect(passage(context, `b${'a'.repeat(200_000)}`)).toBeUndefined()
  expect(passage(`${context}b`, `${'a'.repeat(200_000)}b`)).toHaveLength(200_001)
  expect(passage('e' + '\u0301'.repeat(200_000), '\u0301'.repeat(100_000))).toBeUndefined()
  expect(passage(context, '[...'.repeat(50_000))).toBeUndefined()
  expect(passage(context, '…'.repeat(100_000))).toBeUndefined()
})

test('a quote is found behind millions of combining marks', () => {
  expect(passage(`e${'\u0301'.repeat(5_000_000)} and the bridge is old`, 'the bridge is old')).toBe('the bridge is old')
})
