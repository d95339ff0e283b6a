import { crc32 } from 'node:zlib'

/** A set of keys in 1 MB, whatever their number: it may report a key that was not added (rarely), and never misses one that was. */
export type KeyFilter = { readonly add: (key: string) => void; readonly mayHold: (key: string) => boolean }

/** A Bloom filter with two flags per key. At 100,000 keys, one in 30 other keys is reported by mistake. */
export function createKeyFilter(): KeyFilter {
  const flags = new Uint8Array(1 << 20)
  return {
    add(key) {
      const hash = crc32(key)
      flags[hash >>> 12] = 1
      flags[hash & 0xf_ffff] = 1
    },
    mayHold(key) {
      const hash = crc32(key)
      return flags[hash >>> 12] === 1 && flags[hash & 0xf_ffff] === 1
    },
  }
}
