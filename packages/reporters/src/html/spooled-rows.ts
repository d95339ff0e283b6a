import type { Spool } from '../sink/spool.ts'

export type SpooledRowsLimits = { readonly rows: number; readonly bytes: number }

type Place = { readonly badness: number; readonly order: number; readonly start: number; readonly length: number }

export type SpooledRows = {
  /** Stores a row if it may be among the worst; `json` is called only then. */
  readonly add: (badness: number, json: () => string) => void | Promise<void>
  /** The worst rows first, the earlier of equal ones; as many as the limits allow. */
  readonly places: () => readonly { readonly start: number; readonly length: number }[]
  readonly total: () => number
}

/** Finds the worst rows of a run. Their JSON is on disk; memory holds only where it starts. */
export function createSpooledRows(spool: Spool, limits: SpooledRowsLimits): SpooledRows {
  let places: Place[] = []
  let total = 0
  /** Once there are enough rows, only a worse row than this can be shown. */
  let least = -1

  function sift(): void {
    places.sort((a, b) => b.badness - a.badness || a.order - b.order)
    if (places.length < limits.rows) return
    places = places.slice(0, limits.rows)
    least = places.at(-1)?.badness ?? -1
  }

  return {
    add(badness, json) {
      total += 1
      if (badness <= least) return undefined
      const text = json()
      places.push({ badness, order: total, start: spool.size(), length: Buffer.byteLength(text) })
      if (places.length >= 2 * limits.rows) sift()
      return spool.add(text)
    },
    places() {
      sift()
      let bytes = 0
      const most = places.findIndex(({ length }) => (bytes += length) > limits.bytes)
      return most === -1 ? places : places.slice(0, Math.max(1, most))
    },
    total: () => total,
  }
}
