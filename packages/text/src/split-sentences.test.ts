import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import goldens from './__fixtures__/text-units.json' with { type: 'json' }
import { splitSentences } from './split-sentences.ts'

const unitsOf = (text: string): string[] => splitSentences(text).map((unit) => unit.text)

describe('sentence units in nine languages', () => {
  test.each(goldens.cases.map((golden) => [golden.id, golden] as const))('%s', (_id, golden) => {
    const accepted = [golden.units, ...(golden.alsoAccept ?? [])].map((units) => units.map(comparable))
    expect(accepted).toContainEqual(unitsOf(golden.text).map(comparable))
  })
})

describe('where a sentence ends', () => {
  test.each<[fact: string, text: string, units: string[]]>([
    [
      'an abbreviation before a word that opens sentences',
      'He lives in the U.S. She left at 5 p.m. The end.',
      ['He lives in the U.S.', 'She left at 5 p.m.', 'The end.'],
    ],
    ['a title before any name', 'He met Dr. The Anh. It rained.', ['He met Dr. The Anh.', 'It rained.']],
    ['a number in a text', 'He scored 25. Smith scored 30.', ['He scored 25.', 'Smith scored 30.']],
    [
      'a common word that is an abbreviation only with a capital',
      'It took Ms. Lee 5 ms. Bob told me. Gen. Smith left.',
      ['It took Ms. Lee 5 ms.', 'Bob told me.', 'Gen. Smith left.'],
    ],
    ['"no" as a word', 'He said no. Then he left.', ['He said no.', 'Then he left.']],
    ['a roman number after an abbreviation', 'See Vol. II for more. It is long.', ['See Vol. II for more.', 'It is long.']],
    ['note numbers belong to their sentence', 'It was built in 1990.[4][5] It was sold.', ['It was built in 1990.[4][5]', 'It was sold.']],
    ['a name with an exclamation mark goes on in small letters', 'Yahoo! is a firm. It is old.', ['Yahoo! is a firm.', 'It is old.']],
    ['a name that begins small begins a sentence', 'iPhone sales fell. iPad sales rose.', ['iPhone sales fell.', 'iPad sales rose.']],
    [
      'a text without capitals is split all the same',
      'paris is nice. it lies on the seine, e.g. there. ok',
      ['paris is nice.', 'it lies on the seine, e.g. there.', 'ok'],
    ],
    ['half-width marks between Chinese characters', '你好吗?我很好!', ['你好吗?', '我很好!']],
    ['full-width stop in a number', '約３．５億円。', ['約３．５億円。']],
    ['two quotations side by side', '「終わった。」「本当？」', ['「終わった。」', '「本当？」']],
    ['an ellipsis before a capital', 'He won… Then he slept.', ['He won…', 'Then he slept.']],
    ['bold text', '**It works.** Try it.', ['**It works.**', 'Try it.']],
    ['a mark in inline code', 'Type `a. B` now. Then wait.', ['Type `a. B` now.', 'Then wait.']],
    ['an unpaired backtick hides nothing', 'Type ` now. Then wait.', ['Type ` now.', 'Then wait.']],
    ['a numbered step within a line', 'Steps: 1. Open it. 2. Close it.', ['Steps: 1. Open it.', '2. Close it.']],
    ['a symbol between sentences', 'Hello. 🎉 Party!', ['Hello.', '🎉 Party!']],
  ])('%s', (_fact, text, units) => {
    expect(unitsOf(text)).toEqual(units)
  })
})

describe('line breaks', () => {
  test.each<[fact: string, text: string, units: string[]]>([
    ['a short line without an end mark is a unit', 'Opening hours\nThe shop opens at nine.', ['Opening hours', 'The shop opens at nine.']],
    [
      'a sentence goes on over a wrapped line',
      'The bridge was opened in the presence of the\nKing. It is free.',
      ['The bridge was opened in the presence of the\nKing.', 'It is free.'],
    ],
    ['a sentence goes on in small letters', 'The bridge\nis open.', ['The bridge\nis open.']],
    ['a sentence goes on after a comma', 'In Paris,\nFrance.', ['In Paris,\nFrance.']],
    [
      'a number in a wrapped sentence begins no item',
      'The delegates of both countries met again on the\n3. of August.',
      ['The delegates of both countries met again on the\n3. of August.'],
    ],
    ['a heading is a unit', '# Hours\nopen from nine.', ['# Hours', 'open from nine.']],
    ['a number alone on its line belongs to what follows', '1.\n\nSalt', ['1.\n\nSalt']],
    ['a number alone is an answer', '42.', ['42.']],
    ['a fence that never closes is one unit', 'See:\n```\na. B\nC. D', ['See:', '```\na. B\nC. D']],
    ['a longer fence holds a shorter one', '````\n```\nA. B\n````\nEnd.', ['````\n```\nA. B\n````', 'End.']],
  ])('%s', (_fact, text, units) => {
    expect(unitsOf(text)).toEqual(units)
  })
})

describe('laws', () => {
  const words = ['Paris', 'paris', 'Dr', 'e.g', '3', '12', 'U.S', 'I', '東京', 'と', 'مصر', 'क', '😀', '\uD83D', 'e\u0301']
  const marks = ['.', '. ', '! ', '?', '…', '。', '」', '「', '।', '"', '“', '» ', ' »', '`', '```', '\n', '\r\n', '\n\n', ' ', '\u00A0']
  const markup = ['- ', '1. ', '# ', '|', '~~~', '*', '[1]', '(', ')', ':', ',', '-', '\u2028']
  const pieces = fc.constantFrom(...words, ...marks, ...markup)
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
  )

  test('units stand in the text, in order, without overlap, and none is without a letter or digit', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let last = 0
        for (const unit of splitSentences(text)) {
          expect(unit.start).toBeGreaterThanOrEqual(last)
          expect(text.slice(unit.start, unit.end)).toBe(unit.text)
          expect(unit.text).toMatch(/[\p{L}\p{N}]/u)
          expect(unit.text).toBe(unit.text.trim())
          last = unit.end
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('units hold every letter and digit of the text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(lettersAndDigits(unitsOf(text).join(''))).toBe(lettersAndDigits(text))
      }),
      { numRuns: 1000 },
    )
  })

  // Quadratic work on a million characters would run into the time limit of the test runner by orders of magnitude.
  test.each<[what: string, text: string]>([
    ['full stops', '.'.repeat(1e6)],
    ['spaced full stops before one long word', `${'. '.repeat(2e5)}${'a'.repeat(1e6)}`],
    ['marks and quotes', '."'.repeat(5e5)],
    ['French quotes', '. »'.repeat(3e5)],
    ['initials', 'A. '.repeat(3e5)],
    ['backtick runs of all lengths', Array.from({ length: 1400 }, (_, length) => '`'.repeat(length)).join(' ')],
    ['fences', '```\n'.repeat(2e5)],
    ['one-letter lines', 'A\n'.repeat(3e5)],
    ['white space', `${' '.repeat(1e6)}a`],
    ['bare numbers', '1.\n\n'.repeat(2e5)],
    ['open brackets', '.[1'.repeat(3e5)],
    ['one word', 'a'.repeat(1e6)],
  ])('a million characters of %s are split in linear time', (_what, text) => {
    expect(lettersAndDigits(unitsOf(text).join(''))).toBe(lettersAndDigits(text))
  })

  test.each(['.', '…', '"', ')', '*', '😀', '-'])('a run of %j of nine megabytes, or more, lets two sentences be two', (mark) => {
    const run = mark.repeat(9_000_000)
    expect(splitSentences(`One.\n\n${run}two. Three.`).map(({ text }) => text.slice(-6))).toEqual([
      'One.',
      `${run}two.`.slice(-6),
      'Three.',
    ])
    expect(splitSentences(`One.${run}\nTwo.`).at(-1)?.text.slice(-4)).toBe('Two.')
  })
})

/** As the definitions of the cases say: NFC, single spaces, no leading list marker. */
function comparable(unit: string): string {
  return unit
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:[-*•]|\d+[.)])\s+/, '')
}

function lettersAndDigits(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}
