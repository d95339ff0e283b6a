/** Where an id was first seen. */
export type IdPlace = { readonly source: number; readonly line: number }

export type IdTable = {
  /** Adds an id. Returns the earlier place if it was added before. */
  readonly add: (id: string, source: number, line: number) => IdPlace | undefined
}

/** A slot is three adjacent numbers, so that a look-up touches one or two cache lines. It is free if its place is 0. */
const WIDTH = 3
const LOW = 0
const HIGH = 1
const PLACE = 2
/** A power of two. */
const PARTS = 64
const MOST_FILLED = 3 / 4
const GROWTH = 3 / 2
const NONE = new Uint32Array(0)

/**
 * Finds repeated ids in bounded memory: a 64-bit hash and the place of each id, in typed arrays (12 bytes a slot, 16 to 24 an
 * id), not the ids themselves. The probability that two different ids collide is n² / 2^65: under one in a million for six million rows.
 * The slots are split into parts that grow separately, so that the table is never copied as a whole.
 * @param slots the initial number of slots of each part.
 */
export function createIdTable(slots = 16): IdTable {
  const tables = Array.from({ length: PARTS }, () => new Uint32Array(slots * WIDTH))
  const used = new Uint32Array(PARTS)
  const places = createPlaces()

  return {
    add(id, source, line) {
      const { high, low } = hash64(id)
      const part = high & (PARTS - 1)
      let table = tables[part] ?? NONE
      if ((used[part] ?? 0) * WIDTH >= table.length * MOST_FILLED) {
        table = grown(table)
        tables[part] = table
      }
      const at = slotOf(table, low, high)
      const before = table[at + PLACE] ?? 0
      if (before !== 0) return places.placeOf(before)
      table[at + LOW] = low
      table[at + HIGH] = high
      table[at + PLACE] = places.numberOf(source, line)
      used[part] = (used[part] ?? 0) + 1
      return undefined
    },
  }
}

/** Numbers the lines of all sources consecutively, so that a place is one number, from 1. */
function createPlaces(): { numberOf: (source: number, line: number) => number; placeOf: (number: number) => IdPlace } {
  /** By source, the last number before its lines. */
  const before: { readonly source: number; readonly lines: number }[] = []
  let last = 0
  return {
    numberOf(source, line) {
      let current = before.at(-1)
      if (current?.source !== source) {
        current = { source, lines: last }
        before.push(current)
      }
      last = current.lines + line
      return last
    },
    placeOf(number) {
      const { source, lines } = before.findLast((one) => one.lines < number) ?? { source: 0, lines: 0 }
      return { source, line: number - lines }
    },
  }
}

function grown(old: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const table = new Uint32Array(Math.ceil((old.length / WIDTH) * GROWTH) * WIDTH)
  for (let from = 0; from < old.length; from += WIDTH) {
    if (old[from + PLACE] === 0) continue
    const to = slotOf(table, old[from + LOW] ?? 0, old[from + HIGH] ?? 0)
    for (let offset = 0; offset < WIDTH; offset += 1) table[to + offset] = old[from + offset] ?? 0
  }
  // Released at once; the garbage collector would run much later.
  old.buffer.transfer(0)
  return table
}

/** The start of the slot with this hash, else of the free slot for it. */
function slotOf(table: Uint32Array, low: number, high: number): number {
  const slots = table.length / WIDTH
  let slot = Math.floor((low / 2 ** 32) * slots)
  for (;;) {
    const at = slot * WIDTH
    if (table[at + PLACE] === 0 || (table[at + LOW] === low && table[at + HIGH] === high)) return at
    slot = slot + 1 === slots ? 0 : slot + 1
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
