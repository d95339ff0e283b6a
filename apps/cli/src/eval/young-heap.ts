import { setFlagsFromString } from 'node:v8'

/** Versions of Node on which the flag was tried. V8 complains on stderr of one that it does not know. */
const TRIED: ReadonlySet<string> = new Set(['22', '24'])

/**
 * Has V8 collect young objects when 25% of their space is used, not 80%, so that most of that space is never touched. On 200,000 rows
 * by id the peak fell from 152 to 135 MB, for some 6% more processor time.
 */
export function keepYoungHeapSmall(): void {
  const [major = ''] = process.versions.node.split('.')
  if (TRIED.has(major)) setFlagsFromString('--minor-gc-task-trigger=25')
}
