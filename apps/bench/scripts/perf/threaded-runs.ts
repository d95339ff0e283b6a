import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { compareToFloor, type Comparison } from './compare-to-floor.ts'
import { writeIdRows } from './id-rows.ts'
import { measureNode } from './measured-process.ts'
import { retrievalRows } from './similarity-rows.ts'

export type ThreadedRuns = {
  /** The built command, and the loop that a run is compared to. */
  readonly assay: string
  readonly floorLoop: string
  /** For files of some gigabyte. */
  readonly folder: string
  /** The path of a file in it, which is not there yet. */
  readonly newFile: (name: string) => string
  readonly print: (what: string, goal: number, peakGoalMb: number | undefined, comparison: Comparison) => void
}

const ROWS = 1_000_000
/** Pairs of runs that take half a minute each. */
const PAIRS = 2
/** How often the 150 questions are asked, each time with other texts: a metric remembers pairs. */
const TEXT_COPIES = 20

/** Runs of files so large that they are scored by threads: against the floor, and against the same in one thread. */
export function printThreadedRuns({ assay, floorLoop, folder, newFile, print }: ThreadedRuns): void {
  const input = join(folder, 'many-rows.jsonl')
  writeIdRows(input, ROWS)
  print(
    `${ROWS} rows by id, row output / read, parse, write`,
    1.6,
    150,
    compareToFloor(
      () => measureNode([assay, 'eval', input, '-m', 'id-based-context-recall', '--quiet', '-o', newFile('report.json')]),
      () => measureNode([floorLoop, input, newFile('floor.jsonl')]),
      PAIRS,
    ),
  )
  const texts = join(folder, 'texts.jsonl')
  writeTextRows(texts)
  const evalTexts = [assay, 'eval', texts, '-m', 'non-llm-context-recall', '--quiet']
  print(
    'texts by threads / in one',
    0.8,
    undefined,
    compareToFloor(
      () => measureNode(evalTexts),
      () => measureNode([...evalTexts, '--threads', '0']),
      PAIRS,
    ),
  )
}

function writeTextRows(path: string): void {
  const file = openSync(path, 'w')
  const rows = retrievalRows()
  for (let copy = 0; copy < TEXT_COPIES; copy += 1) {
    const lines = rows.map(({ referenceContexts, retrievedContexts }, row) =>
      JSON.stringify({
        id: `q${copy}-${row}`,
        reference_contexts: referenceContexts.map((text) => `${copy} ${text}`),
        retrieved_contexts: retrievedContexts.map((text) => `${text} ${copy}`),
      }),
    )
    writeSync(file, `${lines.join('\n')}\n`)
  }
  closeSync(file)
}
