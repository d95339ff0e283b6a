/** Causes with their counts, as in `content_filter 20, timeout 1`. */
export function causeCounts(causes: Readonly<Record<string, number>>): string {
  return Object.entries(causes)
    .map(([cause, count]) => `${cause} ${count}`)
    .join(', ')
}
