/** Where an id was first seen. */
export type IdPlace = { readonly source: number; readonly line: number }

export type IdTable = {
  /** Notes an id. Returns the place of the one before where it was noted already. */
  readonly add: (id: string, source: number, line: number) => IdPlace | undefined
}

/** A slot is four numbers side by side, so that looking it up touches one line of the processor's cache. Free where its line is 0. */
const WIDTH = 4
const LOW = 0
const HIGH = 1
const LINE = 2
const SOURCE = 3
/** A power of two. */
const PARTS = 64
const NONE = new Uint32Array(0)

/**
 * Finds repeated ids in bounded memory: 64 bits of hash and the place of each, in one typed array (16 bytes a slot, 21 to 43 an
 * id), never the ids themselves. Two different ids are taken for one with a chance of n² / 2^65: under one in a million for six
 * million rows.
 * The array is split in parts that grow on their own, so that the whole is never there twice.
 * @param slots of each part to begin with, a power of two.
 */
export function createIdTable(slots = 16): IdTable {
  const tables = Array.from({ length: PARTS }, () => new Uint32Array(slots * WIDTH))
  const used = new Uint32Array(PARTS)

  return {
    add(id, source, line) {
      const { high, low } = hash64(id)
      const part = high & (PARTS - 1)
      let table = tables[part] ?? NONE
      if ((used[part] ?? 0) * WIDTH * 4 >= table.length * 3) {
        table = grown(table)
        tables[part] = table
      }
      const at = placeOf(table, low, high)
      const before = table[at + LINE] ?? 0
      if (before !== 0) return { source: table[at + SOURCE] ?? 0, line: before }
      table[at + LOW] = low
      table[at + HIGH] = high
      table[at + LINE] = line
      table[at + SOURCE] = source
      used[part] = (used[part] ?? 0) + 1
      return undefined
    },
  }
}

function grown(old: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const table = new Uint32Array(old.length * 2)
  for (let from = 0; from < old.length; from += WIDTH) {
    if (old[from + LINE] === 0) continue
    const to = placeOf(table, old[from + LOW] ?? 0, old[from + HIGH] ?? 0)
    for (let offset = 0; offset < WIDTH; offset += 1) table[to + offset] = old[from + offset] ?? 0
  }
  // Given back at once: the collector would come by much later.
  old.buffer.transfer(0)
  return table
}

/** Where the slot begins that holds the hash, else the free one where it belongs. */
function placeOf(table: Uint32Array, low: number, high: number): number {
  const mask = table.length / WIDTH - 1
  let slot = low & mask
  for (;;) {
    const at = slot * WIDTH
    if (table[at + LINE] === 0 || (table[at + LOW] === low && table[at + HIGH] === high)) return at
    slot = (slot + 1) & mask
  }
}

/** Two lanes of multiply-and-rotate over the UTF-16 units, each mixed into the other at the end. */
function hash64(text: string): { high: number; low: number } {
  let a = 0x9e3779b9 ^ text.length
  let b = 0x85ebca6b
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    a = Math.imul(a ^ unit, 0xcc9e2d51)
    a = (a << 15) | (a >>> 17)
    b = Math.imul(b ^ unit, 0x1b873593)
    b = (b << 13) | (b >>> 19)
  }
  a = mixed(a ^ (b >>> 7))
  b = mixed(b ^ (a >>> 3))
  return { high: mixed(a + b) >>> 0, low: b >>> 0 }
}

function mixed(value: number): number {
  let bits = value
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}
