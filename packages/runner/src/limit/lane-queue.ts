import { createFifo, type Fifo } from './fifo.ts'

/**
 * The order of calls: lanes take turns. Inside a lane the order is that of arrival, except that retries go first. Every operation takes
 * constant time.
 */
export type LaneQueue<T> = {
  /** @returns a function that removes the item; without effect once it has left. */
  readonly push: (item: T, place: { readonly lane: string; readonly isRetry: boolean }) => () => void
  readonly head: () => T | undefined
  readonly shift: () => T | undefined
  readonly size: () => number
}

type Lane<T> = { readonly name: string; readonly retries: Fifo<T>; readonly firsts: Fifo<T>; leaveRing: () => boolean }

export function createLaneQueue<T>(): LaneQueue<T> {
  const lanes = new Map<string, Lane<T>>()
  const ring = createFifo<Lane<T>>()
  let size = 0

  function laneOf(name: string): Lane<T> {
    const held = lanes.get(name)
    if (held !== undefined) return held
    const lane: Lane<T> = { name, retries: createFifo(), firsts: createFifo(), leaveRing: () => false }
    lane.leaveRing = ring.push(lane)
    lanes.set(name, lane)
    return lane
  }

  function dropIfEmpty(lane: Lane<T>): void {
    if (!lane.retries.isEmpty() || !lane.firsts.isEmpty()) return
    lane.leaveRing()
    lanes.delete(lane.name)
  }

  return {
    push(item, { lane: name, isRetry }) {
      const lane = laneOf(name)
      const leave = (isRetry ? lane.retries : lane.firsts).push(item)
      size += 1
      return () => {
        if (!leave()) return
        size -= 1
        dropIfEmpty(lane)
      }
    },
    head() {
      const lane = ring.head()
      return lane?.retries.head() ?? lane?.firsts.head()
    },
    shift() {
      const lane = ring.head()
      if (lane === undefined) return undefined
      const item = (lane.retries.isEmpty() ? lane.firsts : lane.retries).shift()
      size -= 1
      lane.leaveRing()
      lane.leaveRing = ring.push(lane)
      dropIfEmpty(lane)
      return item
    },
    size: () => size,
  }
}
