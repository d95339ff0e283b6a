import { expect, test } from 'vitest'
import type { FixtureItem } from '../fixtures/fixture-item.ts'
import { distractedQuestions, reversedQuestions } from './order-variants.ts'
import { hasGroups, plainQuestions } from './question.ts'

function item(id: string, contexts: readonly string[], more: Partial<FixtureItem> = {}): FixtureItem {
  return { id, source: 's', statement: `${id} is so.`, contexts, label: 1, cluster: contexts.join(), ...more }
}

test('a question has one item, or up to eight with equal contexts and user input', () => {
  const many = Array.from({ length: 10 }, (_, at) => item(`m${at}`, ['A.', 'B.']))
  const items = [...many, item('other', ['A.']), item('question', ['A.', 'B.'], { userInput: 'Why?' })]
  const sizes = (strategy: 'per-claim' | 'batched') => plainQuestions(items, strategy).map(({ statements }) => statements.length)
  expect(sizes('per-claim')).toEqual(Array.from({ length: 12 }, () => 1))
  expect(sizes('batched')).toEqual([8, 2, 1, 1])
  expect([hasGroups(items), hasGroups(items.slice(9))]).toEqual([true, false])
})

test('only what has an order is reversed', () => {
  const questions = plainQuestions([item('one', ['A.']), item('two', ['A.', 'B.']), item('same', ['A.', 'A.'])], 'per-claim')
  expect(reversedQuestions(questions)).toMatchObject([{ id: 'per-claim two reversed', variant: 'reversed', contexts: ['B.', 'A.'] }])
})

test('distractors are contexts of other clusters, and the same ones every time', () => {
  const items = Array.from({ length: 12 }, (_, at) => item(`i${at}`, [`Own ${at}.`], { cluster: `k${at % 6}` }))
  const questions = plainQuestions(items, 'per-claim')
  const distracted = distractedQuestions(questions, items)
  expect(distracted).toHaveLength(12)
  for (const [at, { contexts }] of distracted.entries()) {
    expect(contexts).toHaveLength(3)
    expect(contexts).toContain(`Own ${at}.`)
    expect(contexts).not.toContain(`Own ${(at + 6) % 12}.`)
  }
  expect(distractedQuestions(questions, items)).toEqual(distracted)
  expect(distractedQuestions(questions, items, 2)).not.toEqual(distracted)
})

test('without contexts of other items there are no distracted questions', () => {
  const items = [item('a', ['A.'], { cluster: 'k' }), item('b', ['B.'], { cluster: 'k' })]
  expect(distractedQuestions(plainQuestions(items, 'per-claim'), items)).toEqual([])
})
