import { existsSync } from 'node:fs'
import { pathsInId } from '@assay/catalog'
import {
  createRunStore,
  exitCode,
  type Interruption,
  type RunStore,
  STORE_FOLDER,
  unlessAborted,
  untilInterrupted,
} from '@assay/command-kit'
import { systemClock } from '@assay/core'
import { progressLine, refuseInputs, renderDryRun } from '@assay/reporters'
import {
  createProgress,
  dryRun,
  type EvaluateOptions,
  openReplyStore,
  priceListOf,
  type PriceList,
  replyStoreFile,
  startProgress,
} from '@assay/runner'
import type { BenchResult } from '../figures/bench-result.ts'
import { shippedFixture } from '../fixtures/shipped-fixtures.ts'
import { judgeChecks } from '../harness/run-judges.ts'
import { type BenchOptions, type BenchPlan, planBench } from '../harness/bench-plan.ts'
import { runBench } from '../harness/run-bench.ts'
import { causeCounts } from '../report/cause-counts.ts'
import { terminalReport } from '../report/terminal-report.ts'
import { benchRunToResume, resumeInfoOf } from './bench-run-to-resume.ts'
import { openOutputs, type Outputs } from './outputs.ts'
import type { RunOptions } from './run-options.ts'
import { runSettingsIn } from './shared-settings.ts'
import { QUESTIONS_LEFT_OUT, say } from './say.ts'

/** Runs `assay-bench run` to its end and gives the exit code. @throws AssayError where nothing could be measured. */
export async function runCommandLine(given: RunOptions): Promise<number> {
  const store = createRunStore((message) => say(`warning: ${message}`))
  try {
    const resumed = await benchRunToResume('assay-bench run', given, store)
    const prepared = await preparedRun(resumed?.options ?? given)
    if (prepared.options.dryRun === true) return await showDryRun(prepared)
    // Until here there is nothing to lose: a signal ends the process at once.
    return await untilInterrupted((interruption) => run(prepared, { store, resume: resumed?.id, interruption }), {
      say,
      leftOut: QUESTIONS_LEFT_OUT,
    })
  } finally {
    await store.close()
  }
}

type Running = { readonly store: RunStore; readonly resume: string | undefined; readonly interruption: Interruption }

/** All that a benchmark needs, read before the first file is opened and the first call is made. */
type Prepared = {
  readonly options: RunOptions
  readonly benchOptions: BenchOptions
  readonly outputs: Outputs
  readonly plan: BenchPlan
  readonly prices: PriceList
}

async function preparedRun(options: RunOptions): Promise<Prepared> {
  const benchOptions = benchOptionsFrom(options)
  refuseInputs(options.output ?? [], [
    ...benchOptions.fixtures,
    ...benchOptions.judges.flatMap(pathsInId),
    ...(options.prices === undefined ? [] : [options.prices]),
  ])
  const outputs = openOutputs(options.output ?? [])
  const plan = await planBench(benchOptions)
  const prices = priceListOf(options.prices)
  return { options, benchOptions, outputs, plan, prices }
}

async function run({ options, benchOptions, outputs, plan, prices }: Prepared, { store, resume, interruption }: Running): Promise<number> {
  await unlessAborted(outputs.begin(), interruption.finish)
  const progress = createProgress({ clock: systemClock, total: plan.questions.length })
  const { stderr } = process
  const running = startProgress({
    stream: stderr,
    isTTY: stderr.isTTY,
    columns: () => stderr.columns,
    snapshot: progress.snapshot,
    render: progressLine,
    quiet: options.quiet ?? false,
  })
  const settings: Omit<EvaluateOptions, 'data' | 'metrics'> = {
    ...withoutRepeat(runSettingsIn(options)),
    prices,
    store: store.open,
    resumeInfo: resumeInfoOf('assay-bench run', options),
    resume,
    signal: interruption.now,
    finish: interruption.finish,
    onEvent(event) {
      if (event.type === 'call-started') progress.callStarted()
      else if (event.type === 'retry') progress.retried()
      else if (event.type === 'cached-reply') progress.answeredFromStore()
      else if (event.type === 'call-ended') {
        progress.used(event.usage, event)
      }
    },
  }
  const onRows: Parameters<typeof runBench>[0]['onRows'] = (rows, load) => {
    progress.setLoad(load())
    progress.rowsFinished(
      rows.length,
      rows.filter(({ result }) => Object.values(result.scores).some(({ status }) => status === 'unscored')).length,
    )
  }
  const result = await runBench({ plan, options: benchOptions, settings, onRows })
    .catch(async (error: unknown) => {
      await outputs.discard()
      throw error
    })
    .finally(() => running.stop())
  if (options.quiet !== true && !outputs.hasStdout) process.stdout.write(terminalReport(result))
  const isWritten = await outputs.write(result)
  store.settle(isWritten)
  return codeOf(result, { isStored: await store.holds(result.meta.run), wasInterrupted: interruption.isByUser(), isWritten })
}

/** `runBench` takes the repeats from its own options. */
function withoutRepeat({ repeat: _repeat, ...settings }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return settings
}

function benchOptionsFrom(options: RunOptions): BenchOptions {
  return {
    judges: options.judge ?? [],
    fixtures: options.fixtures ?? [shippedFixture('bench-mini.jsonl')],
    strategies: options.strategy,
    repeat: options.repeat,
    limit: options.limit,
    order: options.order,
    injection: options.injection,
    thresholdFrom: options.thresholdFrom,
  }
}

type Ended = { readonly isStored: boolean; readonly wasInterrupted: boolean; readonly isWritten: boolean }

function codeOf({ meta, judges }: BenchResult, { isStored, wasInterrupted, isWritten }: Ended): number {
  const { stopped } = meta
  if (stopped !== undefined) say(`stopped early: ${stopped.reason}`)
  if ((stopped !== undefined || !isWritten) && isStored) say(`to resume it: assay-bench --resume=${meta.run}`)
  if (stopped !== undefined && wasInterrupted) return exitCode.interrupted
  const models = judges.filter(({ kind }) => kind === 'model')
  const silent = models.filter(({ pooled }) => pooled.scored === 0)
  if (stopped === undefined) for (const { key, pooled } of silent) say(`${key} gave no verdict (${causeCounts(pooled.causes)})`)
  if (models.length > 0 && silent.length === models.length) return exitCode.unusable
  return stopped === undefined && silent.length === 0 && isWritten ? exitCode.ok : exitCode.incomplete
}

async function showDryRun({ plan: { runnable, questions }, options, prices }: Prepared): Promise<number> {
  const { dataOf, checksOf } = judgeChecks(runnable, questions)
  const hasStore = options.cache !== false && existsSync(replyStoreFile(STORE_FOLDER))
  const store = hasStore ? await openReplyStore({ folder: STORE_FOLDER, onWarning: (message) => say(`warning: ${message}`) }) : undefined
  try {
    const report = await dryRun({
      data: dataOf(),
      metrics: checksOf,
      prices,
      lookup: store?.lookup,
      repeat: options.repeat,
    })
    process.stdout.write(`${renderDryRun(report)}\n`)
    return exitCode.ok
  } finally {
    await store?.close()
  }
}
