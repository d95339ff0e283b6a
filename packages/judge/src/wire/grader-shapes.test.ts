import { describe, expect, test } from 'vitest'
import type { ReplyShape } from '../reply/reply-shape.ts'
import { categoryShape } from './category-shape.ts'
import { criterionShape } from './criterion-shape.ts'
import { answerClaimsShape, questionsShape } from './declining-shape.ts'
import { claimRelevanceWire, sentencesWire, usefulnessWire } from './item-shape.ts'
import { entitiesShape } from './texts-shape.ts'

function reading<T>(shape: ReplyShape<T>, json: unknown): unknown {
  const read = shape.read(json)
  return read.ok ? (read.repairs.length === 0 ? read.value : [read.value, ...read.repairs]) : read.defect
}

describe('items', () => {
  const item = { passage: 'k1', reason: 'r', quote: 'q', useful: true }

  test('are read with what is called of them', () => {
    expect(reading(usefulnessWire.shape, { passages: [item] })).toEqual([{ id: 'k1', yes: true, reason: 'r', quote: 'q' }])
    expect(reading(sentencesWire.shape, { sentences: [{ sentence: 'k1s1', helps: false }] })).toEqual([
      { id: 'k1s1', yes: false, reason: '', quote: '' },
    ])
    expect(reading(claimRelevanceWire.shape, { claims: [{ claim: 'c1', reason: 'r', helps: false }] })).toEqual([
      { id: 'c1', yes: false, reason: 'r', quote: '' },
    ])
  })

  test('may lack what changes no verdict, and that is noted', () => {
    expect(reading(usefulnessWire.shape, { passages: [{ passage: 'k1', useful: ' Yes ', more: 1 }], note: '' })).toEqual([
      [{ id: 'k1', yes: true, reason: '', quote: '' }],
      'unknown keys beside passages ignored',
      'useful read from "Yes"',
      'absent reason read as ""',
      'absent quote read as ""',
      'unknown keys in passages ignored',
    ])
  })

  test.each([
    [[], 'at the reply: got a list, expected an object'],
    [{}, 'at passages: got nothing, expected a list of verdicts'],
    [{ passages: ['k1'] }, 'at passages[0]: got "k1", expected an object'],
    [{ passages: [{ ...item, passage: 1 }] }, 'at passages[0].passage: got 1, expected an id as text'],
    [{ passages: [item, { ...item, useful: 'partly' }] }, 'at passages[1].useful: got "partly", expected true or false'],
    [{ passages: [{ ...item, useful: null }] }, 'at passages[0].useful: got nothing, expected true or false'],
    [{ passages: [{ ...item, quote: 7 }] }, 'at passages[0].quote: got 7, expected a text'],
  ])('%j are none', (json, defect) => {
    expect(reading(usefulnessWire.shape, json)).toBe(defect)
  })

  test('have a schema that requests the reason before the verdict', () => {
    expect(JSON.stringify(usefulnessWire.schema)).toContain('"required":["passage","reason","quote","useful"]')
    expect(Object.isFrozen(usefulnessWire.schema)).toBe(true)
  })
})

test.each([
  [
    { claims: ['a'], declines: false },
    { texts: ['a'], declines: false },
  ],
  [
    { claims: [], declines: true },
    { texts: [], declines: true },
  ],
  [
    { claims: ['a'], declines: 'no', x: 1 },
    [{ texts: ['a'], declines: false }, 'declines read from "no"', 'unknown keys beside claims and declines ignored'],
  ],
  [{ claims: ['a'] }, 'at declines: got nothing, expected true or false'],
  [{ claims: ['a', 1], declines: false }, 'at claims[1]: got 1, expected a text'],
  [{ declines: false }, 'at claims: got nothing, expected a list of texts'],
])('claims of an answer %j', (json, value) => {
  expect(reading(answerClaimsShape, json)).toEqual(value)
})

test('questions and entities are lists of texts', () => {
  expect(reading(questionsShape, { questions: ['Who?'], declines: false })).toEqual({ texts: ['Who?'], declines: false })
  expect(reading(entitiesShape, { entities: ['Oslo', '1904'] })).toEqual(['Oslo', '1904'])
  expect(reading(entitiesShape, { entities: [1904] })).toBe('at entities[0]: got 1904, expected a text')
})

test.each([
  [
    { reason: 'r', category: 'subset' },
    { reason: 'r', category: 'subset' },
  ],
  [{ category: ' Same ' }, [{ reason: '', category: 'same' }, 'category read from " Same "', 'absent reason read as ""']],
  [{ reason: 'r', category: 'mostly' }, 'at category: got "mostly", expected subset, superset, same, disagrees, differs'],
  [{ reason: 'r', category: 'A' }, 'at category: got "A", expected subset, superset, same, disagrees, differs'],
  [{ reason: 1, category: 'same' }, 'at reason: got 1, expected a text'],
])('the category in %j', (json, value) => {
  expect(reading(categoryShape, json)).toEqual(value)
})

test.each([
  [
    { reason: 'r', pass: true, score: 0 },
    { reason: 'r', pass: true, score: 0 },
  ],
  [{ reason: 'r', pass: true }, [{ reason: 'r', pass: true, score: 1 }, 'absent score read as 1']],
  [{ reason: 'r', pass: false, score: null }, [{ reason: 'r', pass: false, score: 0 }, 'absent score read as 0']],
  [{ reason: 'r', score: 1 }, 'at pass: got nothing, expected true or false'],
  [{ reason: 'r', pass: true, score: 8 }, 'at score: got 8, expected a number from 0 to 1'],
  [{ reason: 'r', pass: true, score: -0.1 }, 'at score: got -0.1, expected a number from 0 to 1'],
  [{ reason: 'r', pass: true, score: '0.5' }, 'at score: got "0.5", expected a number from 0 to 1'],
])('the verdict on a criterion in %j', (json, value) => {
  expect(reading(criterionShape, json)).toEqual(value)
})
