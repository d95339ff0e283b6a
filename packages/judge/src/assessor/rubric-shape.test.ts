import { describe, expect, test } from 'vitest'
import { rubricShape } from './rubric-shape.ts'

const read = (text: string, prompt: readonly string[] = []) => rubricShape.readText(text, prompt)
/** `+` for found, `-` for not found. */
const marks = (text: string, prompt: readonly string[] = []): string[] => {
  const reading = read(text, prompt)
  return reading.ok ? reading.value.map((line) => `${line.supported ? '+' : '-'}${line.text}`) : [reading.defect]
}

describe('a line counts', () => {
  test.each([
    ['with its marker at the end', 'Oslo is cold. [FOUND]', '+Oslo is cold.'],
    ['with its marker at the start', '[NOT FOUND] Oslo is cold.', '-Oslo is cold.'],
    ['with the other markers', 'Oslo is cold. [Attributed]', '+Oslo is cold.'],
    ['with the other negative marker', 'Oslo is cold. [Not Attributed]', '-Oslo is cold.'],
    ['in any case, with any space', 'Oslo is cold. [ not  found ]', '-Oslo is cold.'],
    ['as a list item', '- Oslo is cold. [FOUND]', '+Oslo is cold.'],
    ['with a bullet', ' • Oslo is cold. [FOUND]', '+Oslo is cold.'],
    ['with a number', '12. Oslo is cold. [FOUND]', '+Oslo is cold.'],
    ['with a number in brackets', '(3) [FOUND] Oslo is cold.', '+Oslo is cold.'],
    ['with a number in bold before the marker', '**1.** **[FOUND]** Oslo is cold.', '+Oslo is cold.'],
    ['as a ticked box', '- [x] Oslo is cold. [FOUND]', '+Oslo is cold.'],
    ['with emphasis all over', '* **Oslo is cold.** **[NOT FOUND]**', '-Oslo is cold.'],
    ['with a marker in code', '`[FOUND]` Oslo is cold.', '+Oslo is cold.'],
    ['with a colon', '[FOUND]: Oslo is cold.', '+Oslo is cold.'],
    ['with a dash', 'Oslo is cold. — [FOUND].', '+Oslo is cold.'],
    ['with an arrow', 'Oslo is cold -> [FOUND]', '+Oslo is cold'],
    ['as a row of a table', '| Oslo is cold | [FOUND] |', '+Oslo is cold'],
    ['in a quotation', '> 2) Oslo is cold. [FOUND]', '+Oslo is cold.'],
    ['in another script', '١. أوسلو باردة. [FOUND]', '+١. أوسلو باردة.'],
    ['with its minus sign', '[FOUND] -5 °C was measured.', '+-5 °C was measured.'],
    ['with its minus sign at the start', '-5 °C was measured. [FOUND]', '+-5 °C was measured.'],
    ['with its decimal number', '1.5 km is its length. [FOUND]', '+1.5 km is its length.'],
    ['with no more than one label taken off', '1. A. [FOUND]', '+A.'],
    ['as short as a label', 'A. [FOUND]', '+A.'],
    ['with brackets of its own', 'Oslo [the capital] is cold. [FOUND]', '+Oslo [the capital] is cold.'],
  ])('%s', (_name, line, found) => {
    expect(marks(line)).toEqual([found])
  })
})

test('lines without a marker are prose, and lines end in any way', () => {
  expect(marks('Here is my answer:\r\n\r\n1. A is b. [FOUND]\n   since it says so\u20282. C is d. [NOT FOUND]\rDone.')).toEqual([
    '+A is b.',
    '-C is d.',
  ])
})

describe('a reply is called for once more where', () => {
  test.each([
    [
      'a line has two different markers',
      'A is b. [FOUND]\nI used [FOUND] and [NOT FOUND].',
      'line 2 has two markers, [FOUND] and [NOT FOUND]',
    ],
    ['a line has one marker twice', '[FOUND] A is b. [FOUND]', 'line 1 has two markers'],
    ['no line has a marker', 'A is found. B is not found.', 'no line in it has a marker'],
    ['the only marker stands in the middle', 'It is [FOUND] in the context.', 'no line in it has a marker'],
    ['a marker has no statement', '1. A is b.\n   **[FOUND]**', 'line 2 has the marker [FOUND] and no statement'],
    ['a statement is only dots', '… [FOUND]', 'and no statement'],
    ['a statement is marked both ways', 'A is b. [FOUND]\n- A is b. [NOT FOUND]', 'line 2 marks a statement otherwise'],
    ['a marker is another word', 'A is b. [PARTLY FOUND]', 'no line in it has a marker'],
  ])('%s', (_name, text, defect) => {
    expect(read(text)).toMatchObject({ ok: false, defect: expect.stringContaining(defect) })
  })
})

test('a marker in the middle of a line does not count, and that is recorded', () => {
  expect(read('The mark [FOUND] means that it is there.\nA is b. [FOUND]')).toEqual({
    ok: true,
    value: [{ text: 'A is b.', supported: true }],
    repairs: ['rubric: line 1 not counted, since its marker [FOUND] stands neither at its start nor at its end'],
  })
})

test('a statement that repeats counts once, and that is recorded', () => {
  expect(read('Caf\u00E9 is open. [FOUND]\nCafe\u0301 is open. [FOUND]')).toMatchObject({
    value: [{ text: 'Caf\u00E9 is open.' }],
    repairs: [expect.stringContaining('line 2 not counted, since it repeats')],
  })
})

test('a marked line that stands in the prompt is an echo, whatever signs it got', () => {
  const prompt = ['Context:\n[FOUND] All is well.\nExample: x']
  expect(marks('- **All is well.** [FOUND]\nA is b. [NOT FOUND]', prompt)).toEqual(['-A is b.'])
  expect(marks('[FOUND] All is well.', prompt)).toEqual([expect.stringContaining('no line in it has a marker')])
  expect(marks('[NOT FOUND] All is well.', prompt)).toEqual(['-All is well.'])
})

test('hostile lines cost no more than their length', () => {
  for (const piece of ['[', '[not ', '- ', '1. ', '* _', '[FOUND', ' ', '->', '(1']) {
    expect(read(piece.repeat(100_000)).ok).toBe(false)
    expect(marks(`A is b.${piece.repeat(100_000)} c [FOUND]`)).toHaveLength(1)
    expect(marks(`[FOUND]${piece.repeat(100_000)} A is b.`)).toHaveLength(1)
  }
})

test('signs by the million are read to their end', () => {
  for (const sign of [' ', '*', '|', '•', '- ']) {
    const signs = sign.repeat(9_000_000 / sign.length)
    expect(marks(`${signs}A is b. [FOUND]`)).toHaveLength(1)
    expect(marks(`[FOUND]${signs}A is b.`)).toHaveLength(1)
    expect(marks(`A is b. [FOUND]${signs}`)).toHaveLength(1)
  }
})
