import { expect, test } from 'vitest'
import { type Around, type Step, wayOf, within } from './step.ts'

test('a call goes through all steps in their order, and the first that answers ends its way', async () => {
  const seen: string[] = []
  const step =
    (name: string): Step<string, string> =>
    async (call, next) => {
      seen.push(name)
      return call === name ? `answer of ${name}` : `${await next(call)}, seen by ${name}`
    }
  const way = wayOf([step('a'), step('b')], (call) => Promise.resolve(`end of ${call}`))
  expect(await way('b')).toBe('answer of b, seen by a')
  expect(await way('c')).toBe('end of c, seen by b, seen by a')
  expect(seen).toEqual(['a', 'b', 'a', 'b'])
})

test('an attempt is made within all that is around it, the first one outermost', async () => {
  const seen: string[] = []
  const around =
    (name: string): Around =>
    async (attempt) => {
      seen.push(`before ${name}`)
      const answer = await attempt()
      seen.push(`after ${name}`)
      return answer
    }
  const both = within([around('a'), around('b')])
  expect(await both(() => Promise.resolve(1))).toBe(1)
  expect(seen).toEqual(['before a', 'before b', 'after b', 'after a'])
})
