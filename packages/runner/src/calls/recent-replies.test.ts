import { expect, test } from 'vitest'
import { storedReplyOf } from '../store/__fixtures__/stored-reply-of.ts'
import { createRecentReplies } from './recent-replies.ts'

test('the last replies are found under all their keys, without their prompts', () => {
  const recent = createRecentReplies()
  recent.add(['asked', 'sent'], storedReplyOf('yes'))
  for (const key of ['asked', 'sent']) expect(recent.find(key)?.reply.text).toBe('yes')
  expect(recent.find('asked')).not.toHaveProperty('call')
  expect(recent.find('other')).toBeUndefined()
})

test('they take no more room than they may, and the oldest make way', () => {
  const recent = createRecentReplies(10_000)
  const found = () => Array.from({ length: 100 }, (_, index) => index).filter((index) => recent.find(`${index}`) !== undefined)
  for (let index = 0; index < 100; index += 1) recent.add([`${index}`], storedReplyOf('x'.repeat(500)))
  expect(found()).toEqual([90, 91, 92, 93, 94, 95, 96, 97, 98, 99])
  recent.add(['90'], storedReplyOf('again'))
  recent.add(['0'], storedReplyOf('x'.repeat(7_900)))
  expect(found()).toEqual([0, 90, 99])
  recent.add(['too large'], storedReplyOf('x'.repeat(10_000)))
  expect(recent.find('too large')).toBeUndefined()
  recent.add(['1'], storedReplyOf('yes'))
  expect(found()).toEqual([1])
})
