import { type AnyMetric, AssayError, type Score } from '@assay/core'
import type { Stopped } from '../calls/failure-watch.ts'
import { type Check, checkedBy, type RowChecks } from '../checks/check.ts'
import { gateOf } from '../checks/row-gate.ts'
import type { DataRowLike, EvaluatedRow, RowResult } from './data-row.ts'
import type { RowScorer } from './row-scorer.ts'
import type { RowSource } from './row-source.ts'

export type RowPoolOptions = {
  readonly source: RowSource
  /** The checks of a row. An error that it throws ends the run. */
  readonly planOf: (sample: DataRowLike['sample']) => RowChecks
  readonly scorer: RowScorer
  /** The most scores in flight. */
  readonly concurrency: number
  /** The most rows begun and not yet returned. */
  readonly window: number
  /** The file of a row, if ids are unique only within files. */
  readonly fileOf?: ((row: DataRowLike) => string | undefined) | undefined
  /** The groups of a row, if rows are grouped. */
  readonly groupsOf?: ((row: DataRowLike) => NonNullable<RowResult['groups']>) | undefined
  /** Called with every score; a returned value stops the run. */
  readonly onScore: (metricName: string, score: Score) => Stopped | undefined
}

export type RowPool = {
  /**
   * The next finished rows in input order, `null` after the last.
   * @throws what the source threw, unless it is an AssayError; `Suspended` from a runtime. Rows finished before come first.
   */
  readonly next: () => Promise<EvaluatedRow[] | null>
  /** Begins no new row; rows in flight are finished. The first reason stays. */
  readonly stop: (stopped: Stopped) => void
  /** Stops waiting for scores in flight: every open score becomes this one, and later results are ignored. */
  readonly abandon: (scoreOf: (metric: AnyMetric) => Score) => void
  readonly stopped: () => Stopped | undefined
}

/** A row in progress: its scores arrive in any order, the row is returned in input order. */
type Slot = { readonly row: DataRowLike; readonly plan: RowChecks; readonly scores: (Score | undefined)[]; left: number }

/**
 * Scores rows with bounded concurrency and returns them in input order. Driven by the scores as they settle: no timer, no listener and no
 * await per row. Finished rows are returned once per turn of the event loop, so that fast metrics make large batches and a slow one is
 * shown at once.
 */
export function createRowPool({ source, planOf, scorer, concurrency, window, fileOf, groupsOf, onScore }: RowPoolOptions): RowPool {
  let slots: Slot[] = []
  let batch: readonly DataRowLike[] = []
  let taken = 0
  let begun: Slot | undefined
  let nextCheck = 0
  let inFlight = 0
  let reading = false
  let ended = false
  let stopped: Stopped | undefined
  let failure: { readonly error: unknown } | undefined
  let ringing = false
  let wake: (() => void) | undefined

  function pump(): void {
    while (inFlight < concurrency) {
      const check = begun?.plan.checks[nextCheck]
      if (begun === undefined || check === undefined) {
        if (ended || slots.length >= window) return
        const row = batch[taken]
        if (row === undefined) {
          read()
          return
        }
        taken += 1
        begun = beginning(row)
        if (begun === undefined) return
        slots.push(begun)
        nextCheck = 0
        continue
      }
      start(begun, check, nextCheck)
      nextCheck += 1
    }
  }

  /** `undefined` if the row has no valid plan, which ends the run. */
  function beginning(row: DataRowLike): Slot | undefined {
    try {
      const plan = planOf(row.sample)
      const scores = plan.checks.map(() => undefined)
      return { row, plan, scores, left: scores.length }
    } catch (error) {
      if (AssayError.is(error)) stop({ cause: error.kind, reason: error.message })
      else fail(error)
      return undefined
    }
  }

  function start(slot: Slot, check: Check, at: number): void {
    const { metric } = check
    const atOnce = scorer.atOnce(metric, slot.row.sample)
    if (atOnce !== undefined) {
      setScore(slot, check, at, atOnce)
      return
    }
    inFlight += 1
    scorer.start(metric, slot.row.sample, slot.row.index).then(
      (score) => settle(slot, check, at, score),
      (error: unknown) => suspend(slot, at, error),
    )
  }

  function setScore(slot: Slot, check: Check, at: number, score: Score): void {
    slot.scores[at] = checkedBy(check, score)
    slot.left -= 1
    const reason = onScore(check.metric.name, score)
    if (reason !== undefined) stop(reason)
  }

  function settle(slot: Slot, check: Check, at: number, score: Score): void {
    if (slot.scores[at] !== undefined) return
    inFlight -= 1
    setScore(slot, check, at, score)
    pump()
    if (isReady()) ring()
  }

  /** The row stays open: it has no score yet, and must not be returned. */
  function suspend(slot: Slot, at: number, error: unknown): void {
    if (slot.scores[at] !== undefined) return
    inFlight -= 1
    fail(error)
  }

  function abandon(scoreOf: (metric: AnyMetric) => Score): void {
    begun = undefined
    for (const slot of slots) {
      for (const [at, check] of slot.plan.checks.entries()) {
        if (slot.scores[at] === undefined) setScore(slot, check, at, scoreOf(check.metric))
      }
    }
    inFlight = 0
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
    const isOver = ended && inFlight === 0
    return head === undefined ? isOver : head.left === 0 || (isOver && failure !== undefined)
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
      return rows.map((slot) => evaluatedRow(slot, { fileOf, groupsOf }))
    },
    stop,
    abandon,
    stopped: () => stopped,
  }
}

function evaluatedRow({ row, plan, scores: found }: Slot, { fileOf, groupsOf }: Pick<RowPoolOptions, 'fileOf' | 'groupsOf'>): EvaluatedRow {
  const scores: Record<string, Score> = {}
  for (let at = 0; at < found.length; at += 1) {
    const name = plan.checks[at]?.metric.name
    const score = found[at]
    if (name !== undefined && score !== undefined) scores[name] = score
  }
  const group = fileOf?.(row)
  const own = group === undefined ? rowResult(row, scores) : { ...rowResult(row, scores), file: group }
  const plain = groupsOf === undefined ? own : { ...own, groups: groupsOf(row) }
  const gate = gateOf(plan, scores)
  const { skipped = [], asks } = plan
  const gated = gate === undefined ? plain : { ...plain, gate }
  const result = skipped.length === 0 ? gated : { ...gated, skipped }
  const { sample, columns, file } = row
  const evaluated = { result, sample, columns, file }
  return asks === undefined ? evaluated : { ...evaluated, asks }
}

function rowResult({ sample: { id, cluster }, idGiven, index }: DataRowLike, scores: Readonly<Record<string, Score>>): RowResult {
  return cluster !== undefined && cluster !== null ? { id, idGiven, index, cluster, scores } : { id, idGiven, index, scores }
}
