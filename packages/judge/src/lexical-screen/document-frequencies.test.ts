import { expect, test } from 'vitest'
import { inverseDocumentFrequency } from './document-frequencies.ts'
import { wordForms } from './word-forms.ts'

test('rarer stems weigh more, and unknown ones most', () => {
  const idf = inverseDocumentFrequency({ sentences: 1000, least: 3, stems: { '3': 'zebra', '100': 'dog cat' } })
  expect(idf('dog')).toBe(Math.log(10))
  expect(idf('zebra')).toBe(Math.log(1000 / 3))
  expect(idf('constructor')).toBe(Math.log(1000 / 2))
  expect([idf.knows('cat'), idf.knows('constructor')]).toEqual([true, false])
})

test('English words have stems, others only themselves', () => {
  expect(wordForms('running')).toEqual({ stem: 'run', beginning: 'runni' })
  expect(wordForms('19891')).toEqual({ stem: '19891', beginning: '19891' })
  expect(wordForms('président')).toEqual({ stem: 'président', beginning: 'prési' })
  expect(wordForms('a'.repeat(50)).stem).toHaveLength(50)
})
