import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { ownCopy } from './own-copy.ts'

const MB = 1024 * 1024
/** Much larger texts of a buffer are kept outside the heap. */
const LENGTH = MB / 4

/** Bytes that stay where of 160 texts of 256 KiB one part each is kept. */
function keptBytes(of: (part: string) => string): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const before = process.memoryUsage().heapUsed
  const parts = Array.from({ length: 160 }, (_, i) =>
    of(
      Buffer.alloc(LENGTH, 97 + (i % 20))
        .toString('latin1')
        .slice(10, 60),
    ),
  )
  collect()
  const after = process.memoryUsage().heapUsed
  expect(new Set(parts).size).toBe(20)
  return after - before
}

test('a copy does not keep the text that it was cut from', () => {
  expect(keptBytes((part) => part)).toBeGreaterThan(30 * MB)
  expect(keptBytes(ownCopy)).toBeLessThan(5 * MB)
})

test.each(['', 'a', 'Ærø 漢字 😀', '\ud800 half a pair', ' spaces '])('%j is copied as it is', (text) => {
  expect(ownCopy(text)).toBe(text)
})
