import { expect, test } from 'vitest'
import { drawUnits, unitsOf } from './draw-units.ts'
import type { JudgedRow } from './judged-rows.ts'

const rows = Array.from({ length: 10 }, (_, at): JudgedRow => ({ id: `r${at}`, inputHash: '', cluster: undefined, value: 1, claims: [] }))
const units = unitsOf(rows)
const idsOf = (drawn: ReturnType<typeof drawUnits>): string[] => drawn.flatMap((unit) => unit.rows.map(({ id }) => id))

test('every unit is as likely to be drawn as any other, at every place, whatever small seeds people choose', () => {
  const counts = new Map<string, number>()
  for (let seed = 0; seed < 3000; seed += 1) {
    for (const [place, id] of idsOf(drawUnits(units, { seed, count: 3 })).entries())
      counts.set(`${place} ${id}`, (counts.get(`${place} ${id}`) ?? 0) + 1)
  }
  expect(counts.size).toBe(30)
  // 300 each; six standard deviations of a binomial count.
  for (const count of counts.values()) expect(Math.abs(count - 300)).toBeLessThan(6 * Math.sqrt(3000 * 0.1 * 0.9))
})

test('a draw holds each unit once, and a smaller one is its beginning', () => {
  const all = idsOf(drawUnits(units, { seed: 5, count: 100 }))
  expect(new Set(all).size).toBe(10)
  expect(idsOf(drawUnits(units, { seed: 5, count: 4 }))).toEqual(all.slice(0, 4))
})

test('rows of one cluster are one unit', () => {
  const clustered = rows.map((row, at) => Object.assign({}, row, at < 4 ? { cluster: at % 2 === 0 ? 'even' : 'odd' } : {}))
  expect(unitsOf(clustered).map((unit) => unit.rows.map(({ id }) => id))).toEqual([
    ['r0', 'r2'],
    ['r1', 'r3'],
    ['r4'],
    ['r5'],
    ['r6'],
    ['r7'],
    ['r8'],
    ['r9'],
  ])
})
