import type { Spool } from '../sink/spool.ts'

export type KeptRowsLimits = { readonly rows: number; readonly bytes: number }

type Place = { readonly badness: number; readonly order: number; readonly start: number; readonly length: number }

export type KeptRows = {
  /** Keeps a row if it may be among the worst; `json` is only asked for then. */
  readonly add: (badness: number, json: () => string) => void | Promise<void>
  /** The worst rows first, the earlier of equal ones; as many as the limits allow. */
  readonly places: () => readonly { readonly start: number; readonly length: number }[]
  readonly total: () => number
}

/** Finds the worst rows of any number: they wait on disk, and in memory there is only where. */
export function createKeptRows(spool: Spool, limits: KeptRowsLimits): KeptRows {
  let kept: Place[] = []
  let total = 0
  /** Once there are enough rows, only a worse one than this can still be shown. */
  let least = -1

  function sift(): void {
    kept.sort((a, b) => b.badness - a.badness || a.order - b.order)
    if (kept.length < limits.rows) return
    kept = kept.slice(0, limits.rows)
    least = kept.at(-1)?.badness ?? -1
  }

  return {
    add(badness, json) {
      total += 1
      if (badness <= least) return undefined
      const text = json()
      kept.push({ badness, order: total, start: spool.size(), length: Buffer.byteLength(text) })
      if (kept.length >= 2 * limits.rows) sift()
      return spool.add(text)
    },
    places() {
      sift()
      let bytes = 0
      const most = kept.findIndex(({ length }) => (bytes += length) > limits.bytes)
      return most === -1 ? kept : kept.slice(0, Math.max(1, most))
    },
    total: () => total,
  }
}
