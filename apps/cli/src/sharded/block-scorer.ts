import { type AnyMetric, type Runtime, type Score, type Sample, type SampleField, type UnscoredCause } from '@assay/core'
import { type BlockStart, createBlockReader, hash64, isLikeOurs } from '@assay/datasets/blocks'
import type { RowForm } from '@assay/reporters'
import { createRowJson, createShownRows } from '@assay/reporters/rows'
import { checkedScore, failedScore, rowResult, scoreAtOnce, startScore } from '@assay/runner/rows'
import { ownCopy } from '@assay/text'
import type { BlockScores, ShownRow } from './block-scores.ts'
import { createRowWriter } from './row-writer.ts'

/** How blocks are to be read, scored and written: what a thread is told, but for the metrics. */
export type BlockOrder = {
  readonly columns: Readonly<Record<string, string>>
  readonly needs: readonly SampleField[]
  /** How rows are written; `undefined` where they are not. */
  readonly form: RowForm | undefined
}

/** A block of whole lines, as bytes that may be handed over. */
export type Block = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly start: BlockStart
  readonly rows: number
  /** Where its rows are written, if it is large enough. */
  readonly room: ArrayBuffer
}

/** `undefined` for a block in which anything is not as usual: the run then reads on in one thread, where all is decided. */
export type BlockScorer = (block: Block) => Promise<BlockScores | undefined>

/** What may stop a run, or tells of more than this row. */
const UNUSUAL: ReadonlySet<UnscoredCause> = new Set<UnscoredCause>([
  'auth',
  'quota',
  'rate_limit',
  'overloaded',
  'model_not_found',
  'connection',
  'unsupported_parameter',
  'config',
  'budget',
  'aborted',
])

/** Models are asked where limits, store and budget are: a metric that tries has its rows scored there. */
const refuse = (): Promise<never> => Promise.reject(new TypeError('No model is asked in a thread.'))
const runtime: Runtime = { generate: refuse, embed: refuse }

/** Scores blocks in the order in which it gets them. @throws AssayError `config` for a mapping of columns that cannot be. */
export function createBlockScorer(metrics: readonly AnyMetric[], { columns, needs, form }: BlockOrder): BlockScorer {
  const reader = createBlockReader({ columns, needs })
  const writer = form === undefined ? undefined : createRowWriter(createRowJson(), form)
  const shownRows = createShownRows(metrics)

  async function scored({ bytes, start, rows: rowCount, room }: Block): Promise<BlockScores | undefined> {
    const width = metrics.length
    const values = new Float64Array(rowCount * width)
    const causes: UnscoredCause[] = []
    const hashes = new Uint32Array(rowCount * 2)
    const shown: ShownRow[] = []
    let clusters: (string | undefined)[] | undefined
    let [given, areLikeOurs, areMissing] = [0, false, false]
    const idOf = (id: string | undefined, index: number): string => {
      if (id === undefined) {
        areMissing = true
        return `row-${index + 1}`
      }
      const { low, high } = hash64(id)
      hashes[given] = low
      hashes[given + 1] = high
      given += 2
      areLikeOurs ||= isLikeOurs(id)
      return id
    }
    writer?.begin(room, rowCount)
    let at = 0
    for (const row of reader.rows(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), start, idOf)) {
      if (at === rowCount) return undefined
      const scores: Record<string, Score> = {}
      for (let column = 0; column < width; column += 1) {
        const metric = metrics[column]
        if (metric === undefined) continue
        const score = scoreAtOnce(metric, row.sample, undefined) ?? (await awaitedScore(metric, row.sample))
        if (isUnusual(score)) return undefined
        scores[metric.name] = score
        if (score.status === 'unscored') causes.push(score.cause)
        values[at * width + column] = score.status === 'scored' ? score.value : Number.NaN
      }
      const result = rowResult(row, scores)
      // Kept to the end of the run.
      if (result.cluster !== undefined) (clusters ??= [])[at] = ownCopy(result.cluster)
      const evaluated = { result, sample: row.sample }
      writer?.add(evaluated)
      if (shownRows.mayShow(evaluated)) shown.push({ at, sample: row.sample, scores: Object.values(scores) })
      at += 1
    }
    if (at !== rowCount) return undefined
    const ids = { hashes: hashes.slice(0, given), areLikeOurs, areMissing }
    return { rowCount, values, causes, ids, clusters, text: writer?.end(), shown, notes: reader.notes() }
  }

  return async (block) => {
    try {
      return await scored(block)
    } catch {
      // Whatever it is, it comes again where it can be told as it should.
      return undefined
    }
  }
}

async function awaitedScore(metric: AnyMetric, sample: Sample): Promise<Score> {
  try {
    return checkedScore(metric, await startScore(metric, sample, runtime))
  } catch (error) {
    return failedScore(metric, error, undefined)
  }
}

function isUnusual(score: Score): boolean {
  if (score.usage.calls > 0) return true
  return score.status === 'unscored' ? UNUSUAL.has(score.cause) : score.range !== undefined || score.repeats !== undefined
}
