import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** How small V8 is to keep the heaps of a process. */
export type HeapLimits = {
  /** Old objects are collected when they are so many percent more than after the last time. */
  readonly growingPercent: number
  /** Bytes of the young generation from which on it is not let grow. */
  readonly youngBytes: number
  readonly lookEveryMs: number
}

/**
 * Of a run in one thread. The young generation: half of what V8 would take, and where scavenges are cheap already. Old objects are
 * let grow by 80%, not up to threefold: rows in flight live just long enough to be among them. On 10,000 judged rows the peak falls
 * from about 300 to 170 MB, on 200,000 rows by id from about 155 to 110 MB; what it costs in time is within the noise.
 */
const ALONE: HeapLimits = { growingPercent: 80, youngBytes: 16 * 1024 * 1024, lookEveryMs: 100 }
/**
 * Of a run with threads, each of which has such heaps of its own. Over a million rows the peak falls by 10 to 20 MB, for some collections of
 * 20 ms.
 */
export const BESIDE_THREADS: HeapLimits = { growingPercent: 25, youngBytes: 4 * 1024 * 1024, lookEveryMs: 20 }
/**
 * Megabytes of the young generation of a thread that scores, from its start: hardly anything of a row outlives it. V8 counts three semi-spaces
 * in it, and begins with one of 1 MB if left to itself.
 */
export const THREAD_YOUNG_MB = 6

/** Versions of Node on which the flags were tried. V8 complains on stderr of one that it does not know. */
const TRIED: ReadonlySet<string> = new Set(['22', '24'])
/** So long a run may take until its rows come. */
const AT_LATEST_MS = 1000

export type SmallHeap = {
  /** From now on. Of several limits the smallest hold. */
  readonly keep: (limits?: HeapLimits) => void
}

/**
 * Keeps the heaps of this process small: from when it is asked to, or by itself after a second. Not from the start, since V8 throws away
 * what Node brings along compiled, and compiles it anew, for everything that is loaded after such a flag was set, in threads as well: an
 * SDK with what it needs of Node then takes 80 ms longer, a thread 100.
 */
export function createSmallHeap(): SmallHeap {
  let kept = Number.POSITIVE_INFINITY
  function keep(limits: HeapLimits = ALONE): void {
    clearTimeout(latest)
    if (!areFlagsKnown() || limits.growingPercent >= kept) return
    kept = limits.growingPercent
    setFlagsFromString(`--heap-growing-percent=${limits.growingPercent}`)
    stopGrowthFrom(limits)
  }
  const latest = setTimeout(keep, AT_LATEST_MS)
  latest.unref()
  return { keep }
}

/** Has threads begin with the young generation that they are to have. Before they start; costs them nothing. */
export function sizeThreadHeaps(): void {
  if (areFlagsKnown()) setFlagsFromString(`--min-semi-space-size=${THREAD_YOUNG_MB / 3}`)
}

function stopGrowthFrom({ youngBytes, lookEveryMs }: HeapLimits): void {
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    if (young !== undefined && young.space_size < youngBytes) return
    setFlagsFromString('--semi-space-growth-factor=1')
    clearInterval(timer)
  }, lookEveryMs)
  timer.unref()
}

function areFlagsKnown(): boolean {
  return TRIED.has(process.versions.node.split('.')[0] ?? '')
}
