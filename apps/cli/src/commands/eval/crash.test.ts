import { describe, expect, it } from 'vitest'
import { CONCURRENCY, type CrashPlan, crashRun, ROWS } from '../../__fixtures__/crash-run.ts'

/** More of them by `pnpm test:crash`. */
const RUNS = Number(process.env['ASSAY_CRASH_RUNS'] ?? 20)

/** Kills at moments drawn from a seed: before the first reply, in the middle, near the end, and again while resumed. */
function planOf(run: number): CrashPlan {
  const random = seeded(run + 1)
  const kills = 1 + Math.floor(random() * 2)
  const at = Array.from({ length: kills }, () => 1 + Math.floor(random() * (ROWS - 1)))
  return { how: run % 5 === 4 ? 'SIGTERM' : 'SIGKILL', at, after: Math.floor(random() * 40), cache: run % 2 === 0 }
}

describe('a run that is killed at any moment and resumed', () => {
  it.each(Array.from({ length: RUNS }, (_, run) => run))(
    'loses no row, writes none twice, and asks for no committed reply again (%i)',
    async (run) => {
      const plan = planOf(run)
      const { rows, code, err, requestedAgain, repeated, kills } = await crashRun(plan)
      expect([0, null]).toContain(code)
      if (plan.how === 'SIGKILL') expect(err).toBe('')
      expect(rows).toEqual(Array.from({ length: ROWS }, (_, i) => `row-${i}`))
      expect(requestedAgain).toEqual([])
      expect(repeated).toBeGreaterThanOrEqual(0)
      expect(repeated).toBeLessThanOrEqual(plan.how === 'SIGTERM' ? 0 : kills * CONCURRENCY)
    },
  )
})

describe('a run on a disk that is full', () => {
  // The store's file begins at 8 kB or so; the output needs about 40 kB: somewhere in between each of the two finds no room.
  it.each([60, 120, 240])('loses no row, and asks for no committed reply again (%i blocks)', async (blocks) => {
    const { rows, code, requestedAgain } = await crashRun({ how: 'full', at: [blocks], after: 0, cache: false })
    expect(code).toBe(0)
    expect(rows).toEqual(Array.from({ length: ROWS }, (_, i) => `row-${i}`))
    expect(requestedAgain).toEqual([])
  })
})

function seeded(seed: number): () => number {
  let state = seed * 48_271
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
