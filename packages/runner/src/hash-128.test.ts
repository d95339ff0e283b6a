import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hash128 } from './hash-128.ts'

/** The same by the letter of the published algorithm: bytes, blocks of sixteen, a tail byte by byte, in exact integers. */
function byTheLetter(text: string): string {
  const bytes = Array.from(Buffer.from(text, 'utf16le'), BigInt)
  const M = 0xffffffffn
  const c = [0x239b961bn, 0xab0e9789n, 0x38b34ae5n, 0xa1e38b93n]
  const add = [0x561ccd1bn, 0x0bcaa747n, 0x96cd1c35n, 0x32ac3b17n]
  const turn = (x: bigint, r: bigint): bigint => ((x << r) | (x >> (32n - r))) & M
  const at = <T>(list: readonly T[], i: number): T => list[i % 4]!
  const lane = (k: bigint, i: number): bigint => (turn((k * at(c, i)) & M, BigInt(15 + i)) * at(c, i + 1)) & M
  const h = [0n, 0n, 0n, 0n]
  const whole = bytes.length - (bytes.length % 16)
  for (let start = 0; start < whole; start += 16) {
    for (let i = 0; i < 4; i += 1) {
      const [b0, b1, b2, b3] = bytes.slice(start + 4 * i) as [bigint, bigint, bigint, bigint]
      h[i] = h[i]! ^ lane(b0 | (b1 << 8n) | (b2 << 16n) | (b3 << 24n), i)
      h[i] = ((turn(h[i]!, BigInt(19 - 2 * i)) + at(h, i + 1)) * 5n + add[i]!) & M
    }
  }
  for (let i = 0; i < 4; i += 1) {
    const tail = bytes.slice(whole + 4 * i, whole + 4 * i + 4)
    if (tail.length > 0)
      h[i] =
        h[i]! ^
        lane(
          tail.reduce((word, byte, j) => word | (byte << BigInt(8 * j)), 0n),
          i,
        )
  }
  const spread = (): void => {
    h[0] = (h[0]! + h[1]! + h[2]! + h[3]!) & M
    for (let i = 1; i < 4; i += 1) h[i] = (h[i]! + h[0]) & M
  }
  for (let i = 0; i < 4; i += 1) h[i] = h[i]! ^ BigInt(bytes.length)
  spread()
  for (let i = 0; i < 4; i += 1) {
    let x = h[i]!
    x = ((x ^ (x >> 16n)) * 0x85ebca6bn) & M
    x = ((x ^ (x >> 13n)) * 0xc2b2ae35n) & M
    h[i] = x ^ (x >> 16n)
  }
  spread()
  return h.map((x) => x.toString(16).padStart(8, '0')).join('')
}

describe('the name of a text', () => {
  it('is MurmurHash3 x86_128 over its UTF-16 bytes, whatever the length', () => {
    for (let length = 0; length <= 40; length += 1) {
      const text = 'Oslo lies in Norway, Bergen too; 1,204 öß漢'.slice(0, length)
      expect(hash128(text)).toBe(byTheLetter(text))
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(hash128(text)).toBe(byTheLetter(text))
      }),
    )
  })

  it('tells 200,000 short texts apart, in each half alone as well', () => {
    const names = Array.from({ length: 200_000 }, (_, i) => hash128(`question ${i}`))
    expect(new Set(names).size).toBe(200_000)
    expect(new Set(names.map((name) => name.slice(0, 16))).size).toBe(200_000)
    expect(new Set(names.map((name) => name.slice(16))).size).toBe(200_000)
  })
})
