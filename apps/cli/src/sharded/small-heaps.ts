import { setFlagsFromString } from 'node:v8'

/** Versions of Node on which the flags were tried. V8 complains on stderr of one that it does not know. */
const TRIED: ReadonlySet<string> = new Set(['22', '24'])

/**
 * Keeps the heaps of all threads about as large as they are: V8 collects old objects when they are a quarter more than after the last time,
 * not several times as many, and gives the young ones no more room. Over a million rows the peak falls by 10 to 20 MB, for some
 * collections of 20 ms.
 */
export function keepHeapsSmall(): void {
  const [major = ''] = process.versions.node.split('.')
  if (!TRIED.has(major)) return
  setFlagsFromString('--heap-growing-percent=25')
  setFlagsFromString('--semi-space-growth-factor=1')
}
