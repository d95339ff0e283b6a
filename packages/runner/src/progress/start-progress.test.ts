import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startProgress, type StartProgressOptions } from './start-progress.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function begun(o: Partial<StartProgressOptions<number>> & { writableNeedDrain?: boolean } = {}) {
  const written: string[] = []
  let rows = 0
  const running = startProgress<number>({
    stream: {
      write: (text) => written.push(text),
      get writableNeedDrain() {
        return o.writableNeedDrain ?? false
      },
    },
    isTTY: true,
    columns: () => 60,
    snapshot: () => rows,
    render: (snapshot, columns) => `${snapshot} rows in ${columns}`,
    ...o,
  })
  return { written, running, finish: (count: number) => (rows += count) }
}

describe('progress on a terminal', () => {
  it('is one line, drawn at most ten times a second and only where it changed', () => {
    const { written, finish } = begun()
    expect(written).toEqual([])
    finish(1)
    vi.advanceTimersByTime(100)
    expect(written).toEqual(['\r\u001B[K1 rows in 59'])
    vi.advanceTimersByTime(900)
    expect(written).toHaveLength(1)
    for (let i = 0; i < 1000; i += 1) {
      finish(1)
      vi.advanceTimersByTime(1)
    }
    expect(written).toHaveLength(11)
    expect(written.join('')).not.toContain('\n')
  })

  it('is gone when it is stopped, and comes back no more', () => {
    const { written, running } = begun()
    vi.advanceTimersByTime(100)
    running.stop()
    expect(written.at(-1)).toBe('\r\u001B[K')
    const before = written.length
    running.stop()
    vi.advanceTimersByTime(10_000)
    expect(written).toHaveLength(before)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves no trace of a run that was over at once', () => {
    const { written, running } = begun()
    running.stop()
    expect(written).toEqual([])
  })

  it('makes way for a line of its own and stands below it again', () => {
    const { written, running } = begun()
    vi.advanceTimersByTime(100)
    running.say('a warning')
    expect(written.slice(1)).toEqual(['\r\u001B[K', 'a warning\n', '\r\u001B[K0 rows in 59'])
  })

  it('follows a window that is resized, and takes 80 columns where none are known', () => {
    let columns: number | undefined = 40
    const { written, finish } = begun({ columns: () => columns })
    vi.advanceTimersByTime(100)
    columns = undefined
    finish(1)
    vi.advanceTimersByTime(100)
    expect(written.map((line) => line.slice(4))).toEqual(['0 rows in 39', '1 rows in 79'])
  })

  it('waits for a slow reader rather than filling memory', () => {
    expect.assertions(2)
    const slow = { writableNeedDrain: true }
    const { written } = begun(slow)
    vi.advanceTimersByTime(1000)
    expect(written).toEqual([])
    const ready = begun({ writableNeedDrain: false })
    vi.advanceTimersByTime(1000)
    expect(ready.written).toHaveLength(1)
  })
})

describe('progress elsewhere', () => {
  it('is a plain line every ten seconds, of any length', () => {
    const { written, finish, running } = begun({ isTTY: false })
    vi.advanceTimersByTime(9999)
    expect(written).toEqual([])
    finish(3)
    vi.advanceTimersByTime(10_001)
    running.say('a warning')
    running.stop()
    expect(written).toEqual(['3 rows in Infinity\n', '3 rows in Infinity\n', 'a warning\n'])
  })

  it('is nothing when quiet, but for what must be said', () => {
    const { written, running } = begun({ quiet: true })
    vi.advanceTimersByTime(60_000)
    expect(vi.getTimerCount()).toBe(0)
    running.say('a warning')
    running.stop()
    expect(written).toEqual(['a warning\n'])
  })
})

it('does not hold up the process', () => {
  vi.useRealTimers()
  const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const { running } = begun()
  const after = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  running.stop()
  expect(after).toBe(before)
})
