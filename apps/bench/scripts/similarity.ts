// `pnpm bench:similarity`: how well each measure tells chunks of a passage from other passages, and from which threshold on.
import {
  bleu,
  chrf,
  containment,
  diceBigram,
  exact,
  hamming,
  jaccard,
  jaro,
  jaroWinkler,
  levenshtein,
  rougeLF,
  rougeLRecall,
  substring,
  tfidfCosine,
  tokenOverlap,
} from '@assay/similarity'
import type { Shares } from '../src/chunk-pairs/choose-threshold.ts'
import { makeChunkPairs } from '../src/chunk-pairs/make-chunk-pairs.ts'
import { measurePairs } from '../src/chunk-pairs/measure-pairs.ts'
import { readCorpus, readQuestions } from '../src/chunk-pairs/read-questions.ts'
import { CHANGES } from '../src/chunk-pairs/rechunk.ts'

const range = ([low, high]: readonly [number, number]): string => `${low.toFixed(2)}–${high.toFixed(2)}`.padEnd(12)

const shown = (shares: Shares): string =>
  [...CHANGES, 'other' as const].map((kind) => (shares.right.get(kind) ?? Number.NaN).toFixed(2).padStart(kind.length)).join('  ')

const measures = [
  tokenOverlap,
  rougeLRecall,
  containment,
  tfidfCosine,
  chrf,
  rougeLF,
  jaccard,
  diceBigram,
  bleu,
  levenshtein,
  jaroWinkler,
  jaro,
  hamming,
  substring,
  exact,
]

const pairs = makeChunkPairs(readQuestions(), readCorpus())
const others = pairs.filter(({ kind }) => kind === 'other').length
console.log(`${pairs.length - others} chunks made of 150 passages (synthetic: no paraphrase), ${others} other passages that BM25 found.`)
console.log('Thresholds come from one half of the questions, the figures from the other.')
console.log()
console.log(`measure          AUC  other 5–95 %  chunk 5–95 %  threshold  balanced  ${[...CHANGES, 'other'].join('  ')}   µs a pair`)
for (const measure of measures) {
  const { auc, ofOthers, ofChunks, threshold, shares, pairMicroseconds } = await measurePairs(measure, pairs)
  console.log(
    `${measure.id.padEnd(14)} ${auc?.toFixed(3) ?? '   –'}  ${range(ofOthers)}  ${range(ofChunks)}  ${threshold.toFixed(2).padEnd(9)}  ${shares.balanced.toFixed(3).padEnd(8)}  ${shown(shares)}  ${pairMicroseconds.toFixed(0).padStart(10)}`,
  )
}

const { sharesAt } = await measurePairs(levenshtein, pairs)
console.log()
console.log(`levenshtein at 0.5, the default of non_llm_context_recall: ${[...CHANGES, 'other'].join('  ')}`)
console.log(`${' '.repeat(58)} ${shown(sharesAt(0.5))}`)
