import assert from 'node:assert/strict'
import { directRuntime, type Runtime, type SimilarityFn } from '@assay/core'
import type { ConformanceCheck } from '../conformance-check.ts'
import { hostileTexts } from './hostile-texts.ts'

export type SimilarityCheckOptions = {
  /** Additional pairs to compare. */
  readonly pairs?: readonly (readonly [reference: string, retrieved: string])[]
  /** What `prepare` asks. Default: core's direct runtime. */
  readonly runtime?: Runtime
}

/**
 * The contract of a SimilarityFn, as checks for any test runner.
 *
 * ```ts
 * for (const { name, run } of testSimilarityFn(jaccard)) test(name, run)
 * ```
 */
export function testSimilarityFn(similarity: SimilarityFn, options: SimilarityCheckOptions = {}): ConformanceCheck[] {
  const { pairs: given = [], runtime = directRuntime() } = options
  const texts = [...new Set([...hostileTexts, ...given.flat()])]
  const pairs = [...hostileTexts.flatMap((a) => hostileTexts.map((b) => [a, b] as const)), ...given]
  return [...checksOf(similarity, { texts, pairs, runtime }), ...rawChecks(similarity, { texts, pairs, runtime })]
}

type Corpus = {
  readonly texts: readonly string[]
  readonly pairs: readonly (readonly [string, string])[]
  readonly runtime: Runtime
}

function checksOf(similarity: SimilarityFn, { texts, pairs, runtime }: Corpus): ConformanceCheck[] {
  const { atLeast, prepare, id, version } = similarity
  return [
    {
      name: 'gives a number in [0, 1] for any two texts, never NaN, and twice the same',
      async run() {
        for (const [a, b] of pairs) {
          const value = await similarity(a, b)
          assert.ok(typeof value === 'number' && value >= 0 && value <= 1, `${String(value)} for ${shown(a, b)} is no number in [0, 1]`)
          assert.equal(await similarity(a, b), value, `another number the second time for ${shown(a, b)}`)
        }
      },
    },
    {
      name: 'a text and itself are exactly 1',
      async run() {
        for (const text of texts) assert.equal(await similarity(text, text), 1, shown(text, text))
      },
    },
    {
      name: 'what has an id has a version, so that a changed measure is another one',
      run: async () => assert.ok(id === undefined || (id !== '' && version !== undefined && version !== ''), `${id} has no version`),
    },
    ...(atLeast === undefined
      ? []
      : [
          {
            name: 'atLeast says what comparing says, at each similarity, beside it, and at 0 and 1',
            async run() {
              for (const [a, b] of pairs) {
                const value = await similarity(a, b)
                for (const threshold of [0, 0.5, 1, value, below(value), above(value)]) {
                  assert.equal(atLeast(a, b, threshold), value >= threshold, `${value} >= ${threshold} for ${shown(a, b)}`)
                }
              }
            },
          },
        ]),
    ...(prepare === undefined
      ? []
      : [
          {
            name: 'texts that were prepared compare as those that were not',
            async run() {
              const compare = await prepare(texts, runtime)
              for (const [a, b] of pairs) assert.equal(compare(a, b), await similarity(a, b), shown(a, b))
            },
          },
        ]),
  ]
}

/** `raw` is a measure of its own, and the same one on texts that are normalized already. */
function rawChecks(similarity: SimilarityFn, corpus: Corpus): ConformanceCheck[] {
  const { raw } = similarity
  if (raw === undefined) return []
  return [
    ...checksOf(raw, corpus).map(({ name, run }) => ({ name: `raw: ${name}`, run })),
    {
      name: 'raw: agrees on texts that are in NFC',
      async run() {
        for (const [a, b] of corpus.pairs) {
          if (a.normalize() === a && b.normalize() === b) assert.equal(await raw(a, b), await similarity(a, b), shown(a, b))
        }
      },
    },
  ]
}

const DOUBLE = new Float64Array(1)
const BITS = new BigInt64Array(DOUBLE.buffer)

/** The next double above a number from 0 on. */
function above(value: number): number {
  return beside(value, 1n)
}

function below(value: number): number {
  return value === 0 ? -Number.MIN_VALUE : beside(value, -1n)
}

function beside(value: number, step: bigint): number {
  DOUBLE[0] = value
  BITS[0] = (BITS[0] ?? 0n) + step
  return DOUBLE[0]
}

function shown(a: string, b: string): string {
  return `${JSON.stringify(a.slice(0, 60))} and ${JSON.stringify(b.slice(0, 60))}`
}
