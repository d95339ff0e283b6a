import { type AnyMetric, AssayError, type Runtime, type Score, Suspended } from '@assay/core'
import type { DataRowLike, EvaluatedRow } from './data-row.ts'
import type { Stopped } from './failure-watch.ts'
import { checkedScore, failedScore, scoreAtOnce, startScore } from './metric-score.ts'
import type { RowSource } from './row-source.ts'

export type RowPoolOptions = {
  readonly source: RowSource
  readonly metrics: readonly AnyMetric[]
  readonly runtime: Runtime
  /** Scores in flight at most. */
  readonly concurrency: number
  /** Rows begun and not yet handed out at most. */
  readonly window: number
  /** Sees every score as it comes; what it returns stops the run. */
  readonly onScore: (metricIndex: number, score: Score) => Stopped | undefined
}

export type RowPool = {
  /**
   * The next finished rows in input order, `null` after the last.
   * @throws what the source threw, unless it is an AssayError; `Suspended` from a runtime. Rows finished before come first.
   */
  readonly next: () => Promise<EvaluatedRow[] | null>
  /** No new row is begun; rows in flight go to their end. The first reason stays. */
  readonly stop: (stopped: Stopped) => void
  readonly stopped: () => Stopped | undefined
}

/** A row begun: its scores come in any order, it leaves in its turn. */
type Slot = { readonly row: DataRowLike; readonly scores: (Score | undefined)[]; left: number }

/**
 * Scores rows with bounded concurrency and hands them out in input order. Driven by the scores as they settle: no timer, no
 * listener and no await per row. Finished rows are handed out once per turn of the event loop, so that fast metrics make
 * large batches and a slow one is shown as soon as it is there.
 */
export function createRowPool({ source, metrics, runtime, concurrency, window, onScore }: RowPoolOptions): RowPool {
  const none = metrics.map(() => undefined)
  let slots: Slot[] = []
  let batch: readonly DataRowLike[] = []
  let taken = 0
  let begun: Slot | undefined
  let asked = 0
  let inFlight = 0
  let reading = false
  let ended = false
  let stopped: Stopped | undefined
  let failure: { readonly error: unknown } | undefined
  let ringing = false
  let wake: (() => void) | undefined

  function pump(): void {
    while (inFlight < concurrency) {
      if (begun === undefined || asked === metrics.length) {
        if (ended || slots.length >= window) return
        const row = batch[taken]
        if (row === undefined) {
          read()
          return
        }
        taken += 1
        begun = { row, scores: none.slice(), left: metrics.length }
        slots.push(begun)
        asked = 0
      }
      start(begun, asked)
      asked += 1
    }
  }

  function start(slot: Slot, index: number): void {
    const metric = metrics[index]
    if (metric === undefined) return
    const atOnce = scoreAtOnce(metric, slot.row.sample, runtime.signal)
    if (atOnce !== undefined) {
      keep(slot, index, atOnce)
      return
    }
    inFlight += 1
    startScore(metric, slot.row.sample, runtime).then(
      (score) => settle(slot, index, checkedScore(metric, score)),
      (error: unknown) => {
        if (Suspended.is(error)) fail(error)
        settle(slot, index, failedScore(metric, error, runtime.signal))
      },
    )
  }

  function keep(slot: Slot, index: number, score: Score): void {
    slot.scores[index] = score
    slot.left -= 1
    const reason = onScore(index, score)
    if (reason !== undefined) stop(reason)
  }

  function settle(slot: Slot, index: number, score: Score): void {
    inFlight -= 1
    keep(slot, index, score)
    pump()
    if (isReady()) ring()
  }

  function read(): void {
    if (reading) return
    reading = true
    source.next().then(
      (rows) => {
        reading = false
        if (rows === null) ended = true
        else if (!ended) [batch, taken] = [rows, 0]
        pump()
        if (isReady()) ring()
      },
      (error: unknown) => {
        reading = false
        if (AssayError.is(error)) stop({ cause: error.kind, reason: error.message })
        else fail(error)
        ring()
      },
    )
  }

  function stop(reason: Stopped): void {
    stopped ??= reason
    end()
  }

  function fail(error: unknown): void {
    failure ??= { error }
    end()
  }

  function end(): void {
    if (!ended) source.close()
    ended = true
    if (isReady()) ring()
  }

  function isReady(): boolean {
    const head = slots[0]
    return head === undefined ? ended && inFlight === 0 : head.left === 0
  }

  function ring(): void {
    if (ringing) return
    ringing = true
    setImmediate(() => {
      ringing = false
      wake?.()
    })
  }

  function take(): Slot[] {
    let ready = 0
    while (slots[ready]?.left === 0) ready += 1
    const rows = slots.slice(0, ready)
    slots = slots.slice(ready)
    return rows
  }

  return {
    async next() {
      do {
        const woken = new Promise<void>((resolve) => {
          wake = resolve
        })
        pump()
        if (isReady()) ring()
        await woken
      } while (!isReady())
      const rows = take()
      if (rows.length === 0) {
        if (failure !== undefined) throw failure.error
        return null
      }
      pump()
      return rows.map(({ row, scores }) => evaluated(row, scores, metrics))
    },
    stop,
    stopped: () => stopped,
  }
}

function evaluated(
  { sample, idGiven, index }: DataRowLike,
  found: readonly (Score | undefined)[],
  metrics: readonly AnyMetric[],
): EvaluatedRow {
  const scores: Record<string, Score> = {}
  for (let i = 0; i < metrics.length; i += 1) {
    const metric = metrics[i]
    const score = found[i]
    if (metric !== undefined && score !== undefined) scores[metric.name] = score
  }
  const { id, cluster } = sample
  const named = cluster !== undefined && cluster !== null
  return {
    result: named ? { id, idGiven, index, cluster, scores } : { id, idGiven, index, scores },
    sample,
  }
}
