import { AssayError, Suspended } from '@assay/core'
import { describe, expect, test } from 'vitest'
import { allValues, callAll } from './call-all.ts'
import { withRepairs } from './repairs.ts'

const failure = (message: string) => new AssayError({ kind: 'refused', message })
const turn = () => new Promise((resolve) => setImmediate(resolve))

const placesOf = (answers: Awaited<ReturnType<typeof callAll<{ at: number; repairs: string[] }>>>) =>
  allValues(answers).values.map(({ at }) => at)

/** Questions that note when they are called, and answer after as many turns as told, or fail. */
function questions(...plan: (number | Error)[]) {
  const asked: number[] = []
  const ended: number[] = []
  const list = plan.map((step, at) => async () => {
    asked.push(at)
    if (typeof step !== 'number') throw step
    for (let i = 0; i < step; i += 1) await turn()
    ended.push(at)
    return { at, repairs: [`repair ${at}`] }
  })
  return { list, asked, ended }
}

describe('several questions', () => {
  test('are answered in their order, whichever reply comes first', async () => {
    const { list, ended } = questions(3, 1, 2)
    expect(placesOf(await callAll(list))).toEqual([0, 1, 2])
    expect(ended).toEqual([1, 2, 0])
  })

  test('are called eight at a time', async () => {
    const { list, asked } = questions(...Array.from({ length: 20 }, () => 1))
    const all = callAll(list)
    expect(asked).toHaveLength(8)
    expect(await all).toHaveLength(20)
  })

  test('that fail leave no other behind, and the first of them counts, not the fastest', async () => {
    const late = questions(2, 1, 3)
    const list = [...late.list, () => Promise.reject(withRepairs(failure('fast'), ['repair fast'])), ...questions(failure('other')).list]
    list[0] = () => turn().then(() => Promise.reject(failure('first')))
    const answers = await callAll(list)
    expect(late.ended).toEqual([1, 2])
    expect(() => allValues(answers)).toThrow('first')
    expect(() => allValues(answers)).toThrow(expect.objectContaining({ repairs: ['repair 1', 'repair 2', 'repair fast'] }))
  })
})

describe('the first one alone', () => {
  test('is waited for before the others are called', async () => {
    const { list, asked } = questions(1, 1, 1)
    const all = callAll(list, { firstAlone: true })
    expect(asked).toEqual([0])
    expect(placesOf(await all)).toEqual([0, 1, 2])
  })

  test('spares the others where it fails, unless they may do without it', async () => {
    const counts = questions(failure('no'), 1)
    expect(await callAll(counts.list, { firstAlone: true })).toEqual([{ ok: false, error: expect.anything() }])
    expect(counts.asked).toEqual([0])
    const spare = questions(failure('no'), 1)
    expect(await callAll(spare.list, { firstAlone: true, firstCounts: false })).toMatchObject([
      { ok: false },
      { ok: true, value: { at: 1 } },
    ])
  })

  test('does not hold up the others where its reply comes later: a batch holds them all', async () => {
    const { list, asked } = questions(new Suspended(), new Suspended(), new Suspended())
    await expect(callAll(list, { firstAlone: true })).rejects.toSatisfy(Suspended.is)
    expect(asked).toEqual([0, 1, 2])
  })
})

test('Suspended counts before a failure, and a mistake in the program before both', async () => {
  const suspended = questions(failure('no'), new Suspended(), 1)
  await expect(callAll(suspended.list)).rejects.toSatisfy(Suspended.is)
  await expect(callAll(questions(failure('no'), new Suspended(), new TypeError('a bug')).list)).rejects.toThrow('a bug')
})
