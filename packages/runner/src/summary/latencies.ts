/** How long models took to reply. */
export type LatencySummary = {
  /** Milliseconds within which half of the replies came, with an error of at most 1 %. */
  readonly p50: number
  /** The same for 95 of 100. */
  readonly p95: number
  /** The number of replies. */
  readonly calls: number
}

/** The upper end of each bucket is 1 % above the one before. */
const WIDTH = Math.log(1.01)
const LEAST_MS = 0.01

/** Counts latencies in buckets of 1 %, so that memory does not grow with their number. */
export function createLatencies(): { readonly add: (ms: number) => void; readonly result: () => LatencySummary | undefined } {
  const counts = new Map<number, number>()
  let calls = 0
  return {
    add(ms) {
      const bucket = Math.round(Math.log(Math.max(LEAST_MS, ms)) / WIDTH)
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
      calls += 1
    },
    result() {
      if (calls === 0) return undefined
      const ascending = Array.from(counts).sort(([one], [other]) => one - other)
      const quantile = (share: number): number => {
        let left = Math.ceil(share * calls)
        const [bucket = 0] = ascending.find(([, count]) => (left -= count) <= 0) ?? []
        return Number(Math.exp(bucket * WIDTH).toPrecision(3))
      }
      return { p50: quantile(0.5), p95: quantile(0.95), calls }
    },
  }
}
