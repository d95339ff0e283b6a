import { crc32 } from 'node:zlib'

/** Keys in 1 MB, however many they are: one that was added may be there, and of those that may be there nearly all were added. */
export type KeyFilter = { readonly add: (key: string) => void; readonly mayHold: (key: string) => boolean }

/** A Bloom filter: two flags for a key. At 100,000 keys one in 30 others is taken for one of them. */
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
