import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Versions of Node on which the flags were tried. V8 complains on stderr of one that it does not know. */
const TRIED: ReadonlySet<string> = new Set(['22', '24'])
/** Bytes of the young generation from which on it is not let grow: half of what V8 would take, and where scavenges are cheap already. */
const LARGE_ENOUGH = 16 * 1024 * 1024
const LOOK_EVERY_MS = 100

/**
 * Has V8 stop enlarging the space of young objects when it is large enough: most of what a row needs is garbage a moment later. Old
 * objects are collected when they are 80% more than after the last time, not up to three times as many more: rows in flight live just
 * long enough to be among them. On 10,000 judged rows the peak falls from about 300 to 170 MB, on 200,000 rows by id from about 155 to
 * 110 MB; what it costs in time is within the noise.
 */
export function keepHeapSmall(): void {
  if (!areFlagsKnown()) return
  setFlagsFromString('--heap-growing-percent=80')
  stopGrowthFrom(LARGE_ENOUGH, LOOK_EVERY_MS)
}

/** The same beside threads: they are there early, and each has such a space of its own. */
const SMALL = { bytes: 4 * 1024 * 1024, lookEveryMs: 20 }
/**
 * Megabytes of the young generation of a thread that scores, from its start: hardly anything of a row outlives it. V8 counts three semi-spaces
 * in it, and begins with one of 1 MB if left to itself.
 */
export const THREAD_YOUNG_MB = 6

/**
 * Keeps the heaps of all threads small, to be called before they start: V8 collects old objects when they are a quarter more than
 * after the last time, not several times as many, and the young ones get a few megabytes and then no more. Over a million rows
 * the peak falls by 10 to 20 MB, for some collections of 20 ms.
 */
export function keepThreadHeapsSmall(): void {
  if (!areFlagsKnown()) return
  setFlagsFromString('--heap-growing-percent=25')
  setFlagsFromString(`--min-semi-space-size=${THREAD_YOUNG_MB / 3}`)
  stopGrowthFrom(SMALL.bytes, SMALL.lookEveryMs)
}

function stopGrowthFrom(bytes: number, lookEveryMs: number): void {
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    if (young !== undefined && young.space_size < bytes) return
    setFlagsFromString('--semi-space-growth-factor=1')
    clearInterval(timer)
  }, lookEveryMs)
  timer.unref()
}

function areFlagsKnown(): boolean {
  return TRIED.has(process.versions.node.split('.')[0] ?? '')
}
