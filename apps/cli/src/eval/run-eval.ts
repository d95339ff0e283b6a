import { statSync } from 'node:fs'
import type { GateResult } from '@assay/reporters'
import { evaluate, type RunSummary } from '@assay/runner'
import { createUnscoredWatch } from '../gates/allowed-unscored.ts'
import { parseGate } from '../gates/gate.ts'
import { createGateWatch } from '../gates/gate-watch.ts'
import { chosenMetrics } from './chosen-metrics.ts'
import { evalData } from './eval-data.ts'
import { type EvalOptions, type RawEvalOptions, readEvalOptions } from './eval-options.ts'
import { exitCodeOf, scoredIn } from './eval-exit.ts'
import { openOutputs, type Outputs, say } from './outputs.ts'
import { showDryRun } from './show-dry-run.ts'
import { createRunProgress } from './run-progress.ts'
import { runSettings } from './run-settings.ts'
import { type CommandLine, createRunStore, resumedRun, type RunStore } from './run-store.ts'
import { type Interruption, untilInterrupted } from './until-interrupted.ts'
import { keepYoungHeapSmall } from './young-heap.ts'

/** `assay eval`: reads, scores, writes and reports. Gives the exit code. @throws AssayError where nothing could be scored. */
export async function runEval(data: readonly string[], raw: RawEvalOptions): Promise<number> {
  keepYoungHeapSmall()
  const store = createRunStore((message) => say(`warning: ${message}`))
  try {
    const resumed = await resumedRun({ data, raw }, store)
    const line = resumed?.line ?? { data, raw }
    return await untilInterrupted((interruption) => runLine(line, { store, resume: resumed?.id, interruption }), say)
  } finally {
    await store.close()
  }
}

type Running = { readonly store: RunStore; readonly resume: string | undefined; readonly interruption: Interruption }

async function runLine({ data, raw }: CommandLine, { store, resume, interruption }: Running): Promise<number> {
  const options = readEvalOptions(data, raw)
  const settings = runSettings(options)
  const metrics = await chosenMetrics(options)
  const gates = options.failUnder.map((text) =>
    parseGate(
      text,
      metrics.map(({ name }) => name),
    ),
  )
  const outputs = openOutputs(options)
  const rows = evalData(options, metrics, (message) => outputs.warn(message))
  const mayPay = metrics.some(({ kind, evidence }) => kind === 'llm' && evidence !== 'screen')
  if (options.dryRun) return showDryRun({ options, metrics, rows, settings })
  const total = mayPay && options.data.every(canBeReadTwice) ? await readThrough(rows) : undefined
  const progress = createRunProgress({ quiet: options.quiet, total })
  const evaluation = evaluate({
    ...settings,
    data: rows,
    metrics,
    store: store.open,
    resumeInfo: { data: [...data], raw: { ...raw } },
    resume,
    signal: interruption.now,
    finish: interruption.finish,
    onEvent: mayPay ? progress.onEvent : undefined,
  })
  const gateWatch = createGateWatch(gates, { metrics: evaluation.run.metrics, allowScreen: options.allowScreen })
  const unscored = createUnscoredWatch()
  const rowGates = { failed: 0 }
  await outputs.begin(evaluation.run)
  progress.start(evaluation.load)
  try {
    for await (const batch of evaluation.batches()) {
      const before = unscored.count()
      unscored.rows(batch)
      gateWatch.rows(batch)
      for (const { result } of batch) if (result.gate?.passed === false) rowGates.failed += 1
      progress.rows(batch, unscored.count() - before)
      await outputs.rows(batch)
    }
  } catch (error) {
    await outputs.abandon()
    throw error
  } finally {
    progress.stop()
  }
  const summary = await evaluation.summary
  const results = gateWatch.results(summary)
  await report(summary, { outputs, options, results })
  store.settle(!outputs.hasLost())
  if (store.isOpen() && (summary.stopped !== undefined || outputs.hasLost()))
    outputs.say(`to go on with it: assay eval --resume=${summary.run.id}`)
  return exitCodeOf(summary, {
    isWithinUnscored: unscored.isWithin(options.allowUnscored),
    wasInterrupted: interruption.finish.aborted,
    hasLostOutput: outputs.hasLost(),
    hasFailedGate: rowGates.failed > 0 || results.some(({ held }) => held !== true),
  })
}

type Reported = { readonly outputs: Outputs; readonly options: EvalOptions; readonly results: readonly GateResult[] }

async function report(summary: RunSummary, { outputs, options: { quiet }, results }: Reported): Promise<void> {
  if (summary.stopped !== undefined && scoredIn(summary) === 0) {
    await outputs.giveUp(summary)
    outputs.say(summary.stopped.reason)
    return
  }
  for (const sentence of await outputs.end(summary, results)) outputs.say(sentence)
  if (!quiet) return
  if (summary.stopped !== undefined) outputs.say(`stopped early: ${summary.stopped.reason}`)
  for (const { text, held } of results) if (held !== true) outputs.say(`gate failed: ${text}`)
}

/** Before the first paid call every file is read once: a broken line must not be found after money was spent. Gives the rows. */
async function readThrough(data: AsyncIterable<readonly unknown[]>): Promise<number> {
  let count = 0
  for await (const rows of data) count += rows.length
  return count
}

/** A pipe gives its rows once: they are checked as they come. A file that is not there is refused when it is read. */
function canBeReadTwice(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? true
}
