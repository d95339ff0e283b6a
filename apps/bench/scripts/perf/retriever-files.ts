import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '@assay/stats'

const WORDS =
  'harbour bridge opened river steel company council winter signal engine paper garden border minister theatre copper island railway orchard senate'.split(
    ' ',
  )

/** Data files of several retrievers over the same questions, three contexts each from a corpus of 5,000: a better retriever finds the reference more often. */
export function writeRetrieverFiles(folder: string, { runs, rows }: { readonly runs: number; readonly rows: number }): string[] {
  const random = seededRandom(7)
  const corpus = Array.from({ length: 5000 }, () => sentence(random, 45))
  return Array.from({ length: runs }, (_, run) => {
    const path = join(folder, `retriever-${String(run + 1).padStart(2, '0')}.jsonl`)
    const file = openSync(path, 'w')
    for (let row = 0; row < rows; row += 1) {
      const wanted = (row * 7) % corpus.length
      const found = [0, 1, 2].map((place) => (random() < 0.25 + 0.01 * run ? wanted : (row * 13 + place * 5 + run) % corpus.length))
      const line = {
        id: `q${row}`,
        user_input: `Question ${row}: which ${WORDS[row % WORDS.length]} was it?`,
        reference: corpus[wanted]?.slice(0, 120),
        retrieved_contexts: found.map((at) => corpus[at]),
        retrieved_context_ids: found.map((at) => `doc_${at}`),
        reference_context_ids: [`doc_${wanted}`, `doc_${(wanted + 1) % corpus.length}`],
      }
      writeSync(file, `${JSON.stringify(line)}\n`)
    }
    closeSync(file)
    return path
  })
}

function sentence(random: () => number, words: number): string {
  return Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ')
}
