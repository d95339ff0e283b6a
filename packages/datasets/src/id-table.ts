/** Where an id was first seen. */
export type IdPlace = { readonly source: number; readonly line: number }

export type IdTable = {
  /** Notes an id. Returns the place of the one before where it was noted already. */
  readonly add: (id: string, source: number, line: number) => IdPlace | undefined
}

/**
 * Finds repeated ids in bounded memory: 64 bits of hash and the place of each, in typed arrays (16 bytes a slot, 21 to 43 an id), never the ids
 * themselves. Two different ids are taken for one with a chance of n² / 2^65: under one in a million for six million rows.
 */
export function createIdTable(slots = 1024): IdTable {
  let table = emptyTable(slots)
  let used = 0

  return {
    add(id, source, line) {
      if (used * 4 >= table.high.length * 3) table = grown(table)
      const { high, low } = hash64(id)
      const slot = slotOf(table, high, low)
      const foundLine = table.line[slot] ?? 0
      if (foundLine !== 0) return { source: table.source[slot] ?? 0, line: foundLine }
      fill(table, slot, { high, low, line, source })
      used += 1
      return undefined
    },
  }
}

/** A slot is free where its line is 0. */
type Table = { readonly high: Uint32Array; readonly low: Uint32Array; readonly line: Uint32Array; readonly source: Uint32Array }

function emptyTable(slots: number): Table {
  return { high: new Uint32Array(slots), low: new Uint32Array(slots), line: new Uint32Array(slots), source: new Uint32Array(slots) }
}

function grown(old: Table): Table {
  const table = emptyTable(old.high.length * 2)
  for (let slot = 0; slot < old.high.length; slot += 1) {
    const line = old.line[slot] ?? 0
    if (line === 0) continue
    const high = old.high[slot] ?? 0
    const low = old.low[slot] ?? 0
    fill(table, slotOf(table, high, low), { high, low, line, source: old.source[slot] ?? 0 })
  }
  return table
}

/** The slot that holds the hash, else the free one where it belongs. */
function slotOf(table: Table, high: number, low: number): number {
  const mask = table.high.length - 1
  let slot = low & mask
  while (table.line[slot] !== 0 && (table.low[slot] !== low || table.high[slot] !== high)) slot = (slot + 1) & mask
  return slot
}

function fill(table: Table, slot: number, entry: { high: number; low: number; line: number; source: number }): void {
  table.high[slot] = entry.high
  table.low[slot] = entry.low
  table.line[slot] = entry.line
  table.source[slot] = entry.source
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
