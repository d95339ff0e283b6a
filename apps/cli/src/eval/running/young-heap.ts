import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Versions of Node on which the flags were tried. V8 complains on stderr of one that it does not know. */
const TRIED: ReadonlySet<string> = new Set(['22', '24'])
/** Bytes of the young generation from which on it is not let grow: half of what V8 would take, and where scavenges are cheap already. */
const LARGE_ENOUGH = 16 * 1024 * 1024
const LOOK_EVERY_MS = 100

/**
 * Has V8 collect young objects when half of their space is used, not 80%, and stop enlarging that space when it is large enough: most of
 * what a row needs is garbage a moment later. On 200,000 rows by id the peak falls from about 155 to 137 MB, on 1,000 judged rows from
 * about 215 to 185 MB; what it costs in time is within the noise.
 */
export function keepYoungHeapSmall(): void {
  const [major = ''] = process.versions.node.split('.')
  if (!TRIED.has(major)) return
  setFlagsFromString('--minor-gc-task-trigger=50')
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    if (young !== undefined && young.space_size < LARGE_ENOUGH) return
    setFlagsFromString('--semi-space-growth-factor=1')
    clearInterval(timer)
  }, LOOK_EVERY_MS)
  timer.unref()
}
