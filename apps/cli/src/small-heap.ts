import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How small V8 is to keep the heaps of a process. */
export type HeapLimits = {
  /** Old objects are collected when they are so many percent more than after the last time. */
  readonly growingPercent: number
  /** Bytes of the young generation from which on it is not let grow. */
  readonly youngBytes: number
  readonly lookEveryMs: number
  /** Whether old objects are collected at once: V8 reckons when to do so next as they are collected, and else does by what held the last time. */
  readonly collectsAtOnce: boolean
}

/**
 * Of a run in one thread. The young generation: half of what V8 would take, and where scavenges are cheap already. Old objects are
 * let grow by 80%, not up to threefold: rows in flight live just long enough to be among them. On 10,000 judged rows the peak falls
 * from about 300 to 170 MB, on 200,000 rows by id from about 155 to 110 MB; what it costs in time is within the noise.
 */
const ALONE: HeapLimits = { growingPercent: 80, youngBytes: 16 * 1024 * 1024, lookEveryMs: 100, collectsAtOnce: false }
/**
 * Of a run with threads, each of which has such heaps of its own. Over a million rows the peak falls by 10 to 20 MB, for some collections of
 * 20 ms, and by 10 more for the one that is made at once.
 */
export const BESIDE_THREADS: HeapLimits = { growingPercent: 25, youngBytes: 4 * 1024 * 1024, lookEveryMs: 20, collectsAtOnce: true }
/**
 * Megabytes of the young generation of a thread that scores, from its start: hardly anything of a row outlives it. V8 counts three semi-spaces
 * in it, and begins with one of 1 MB if left to itself.
 */
export const THREAD_YOUNG_MB = 6

/** Versions of Node on which the flags were tried. V8 complains on stderr of one that it does not know. */
const TRIED: ReadonlySet<string> = new Set(['22', '24'])

export type SmallHeap = {
  /** From now on. Of several limits the smallest hold. */
  readonly keep: (limits?: HeapLimits) => void
}

/**
 * Keeps the heaps of this process small: from when it is asked to, or by itself when the young generation is large. Not from the start:
 * V8 throws away what Node brings along compiled, and compiles it anew, for everything that is loaded after such a flag was set, in
 * threads as well. An SDK with what it needs of Node then takes 80 ms longer, a thread 100.
 */
export function createSmallHeap(): SmallHeap {
  let kept = Number.POSITIVE_INFINITY
  function keep(limits: HeapLimits = ALONE): void {
    clearInterval(look)
    if (!areFlagsKnown() || limits.growingPercent >= kept) return
    kept = limits.growingPercent
    setFlagsFromString(`--heap-growing-percent=${limits.growingPercent}`)
    if (limits.collectsAtOnce) collectOnce()
    stopGrowthFrom(limits)
  }
  const look = setInterval(() => {
    if (isYoungFrom(ALONE.youngBytes)) keep()
  }, ALONE.lookEveryMs)
  look.unref()
  return { keep }
}

/** Has threads begin with the young generation that they are to have. Before they start; costs them nothing. */
export function sizeThreadHeaps(): void {
  if (areFlagsKnown()) setFlagsFromString(`--min-semi-space-size=${THREAD_YOUNG_MB / 3}`)
}

function stopGrowthFrom({ youngBytes, lookEveryMs }: HeapLimits): void {
  if (stopped()) return
  const timer = setInterval(() => {
    if (stopped()) clearInterval(timer)
  }, lookEveryMs)
  timer.unref()

  function stopped(): boolean {
    if (!isYoungFrom(youngBytes)) return false
    setFlagsFromString('--semi-space-growth-factor=1')
    return true
  }
}

function isYoungFrom(bytes: number): boolean {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
  return young === undefined || young.space_size >= bytes
}

/** Node shows the function that collects only to contexts made after this flag. */
function collectOnce(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}

function areFlagsKnown(): boolean {
  return TRIED.has(process.versions.node.split('.')[0] ?? '')
}
