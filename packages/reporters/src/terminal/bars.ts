const BLOCKS = '▁▂▃▄▅▆▇█'
const ASCII = '.:-=+*#@'

/** A histogram in one line. Only an empty bin is blank. */
export function bars(counts: readonly number[], unicode: boolean): string {
  const levels = unicode ? BLOCKS : ASCII
  const most = Math.max(...counts)
  return counts.map((count) => (count === 0 ? ' ' : (levels[Math.ceil((count / most) * levels.length) - 1] ?? ' '))).join('')
}
