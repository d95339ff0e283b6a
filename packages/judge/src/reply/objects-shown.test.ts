import { expect, test } from 'vitest'
import { claimsShape } from '../wire/texts-shape.ts'
import { verdictsShape } from '../wire/verdicts-shape.ts'
import { objectsShown } from './objects-shown.ts'

const values = (text: string) => objectsShown(text, claimsShape).map(({ value }) => value)

test('what a prompt shows is the same each time it is called for, and for each shape its own', () => {
  const text = 'Answer as {"claims": ["Oslo lies in Norway."]}.'
  expect([values(text), values(text)]).toEqual([[['Oslo lies in Norway.']], [['Oslo lies in Norway.']]])
  expect(objectsShown(text, verdictsShape)).toEqual([])
})

test('what a prompt shows is looked up once; a text as long as contexts are is not stored', () => {
  const short = 'As {"claims": ["a"]}'
  const long = `${short}${' '.repeat(20_000)}`
  expect(objectsShown(short, claimsShape)).toBe(objectsShown(short, claimsShape))
  expect(objectsShown(long, claimsShape)).not.toBe(objectsShown(long, claimsShape))
  expect(values(long)).toEqual([['a']])
})

test('many prompts push each other out, and are found all the same', () => {
  const answers = Array.from({ length: 40 }, (_, at) => `claim ${at}`)
  for (const answer of [...answers, ...answers]) expect(values(`As {"claims": ["${answer}"]}`)).toEqual([[answer]])
})
