/** Ids seen so far, each as 64 bits in two numbers. */
export type SeenHashes = {
  /** Adds pairs of numbers. Whether all of them are new; what follows one that is not is not added. */
  readonly add: (hashes: Uint32Array) => boolean
}

const FEWEST_SLOTS = 4096

/**
 * A set in some 5 bytes an id, open addressing by one half of the hash, of which the other half is kept. It never grows by copying: where
 * more ids come than were expected, a further table is begun. Two different ids are taken for one with a chance of some n / 2^30; whether
 * they are, and where an id was seen first, is left to whoever reads the data once more.
 */
export function createSeenHashes(expected: number): SeenHashes {
  let last = emptyTable(expected)
  const full: Table[] = []

  function addOne(low: number, high: number): boolean {
    for (const table of full) if (table.slots[placeOf(table, low, high)] !== 0) return false
    const at = placeOf(last, low, high)
    if (last.slots[at] !== 0) return false
    last.slots[at] = low
    last.used += 1
    if (last.used * 8 > last.slots.length * 7) {
      full.push(last)
      last = emptyTable(last.slots.length / 2)
    }
    return true
  }

  return {
    add(hashes) {
      for (let at = 0; at < hashes.length; at += 2) {
        // Zero marks a free place.
        if (!addOne(hashes[at] || 1, hashes[at + 1] ?? 0)) return false
      }
      return true
    },
  }
}

type Table = { readonly slots: Uint32Array; used: number }

function emptyTable(expected: number): Table {
  return { slots: new Uint32Array(Math.max(FEWEST_SLOTS, Math.ceil((expected * 4) / 3))), used: 0 }
}

/** Where the hash stands, else the free place where it belongs. */
function placeOf({ slots }: Table, low: number, high: number): number {
  for (let at = Math.floor((high / 2 ** 32) * slots.length); ; at = at + 1 === slots.length ? 0 : at + 1) {
    if (slots[at] === 0 || slots[at] === low) return at
  }
}
