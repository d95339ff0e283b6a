import { createRunStore, type Interruption, type RunStore, unlessAborted, untilInterrupted } from '@assay/command-kit'
import { type GateResult, refuseInputs } from '@assay/reporters'
import { evaluate, type EvaluationData, type RunSummary } from '@assay/runner'
import { commandName } from '../command-name.ts'
import { createUnscoredWatch, type UnscoredWatch } from '../gates/allowed-unscored.ts'
import { createGateWatch } from '../gates/gate-watch.ts'
import { createRowGates } from '../gates/row-gates.ts'
import { runGates } from '../gates/run-gates.ts'
import { skippedGate } from '../gates/skipped-gate.ts'
import { type AskedRun, askedRun, type CommandLine } from './asked/asked-run.ts'
import { allowanceOf, type EvalOptions, type RawEvalOptions } from './asked/eval-options.ts'
import { optionName } from './asked/in-place.ts'
import { replyAge } from './asked/reply-age.ts'
import { exitCodeOf, scoredIn } from './running/eval-exit.ts'
import { createResumedCalls } from './running/resumed-calls.ts'
import { rowsReadThrough } from './running/rows-read-through.ts'
import { createRunProgress } from './running/run-progress.ts'
import { refuseUnpriced } from './running/refuse-unpriced.ts'
import { runSettings } from './running/run-settings.ts'
import { type ResumedRun, resumedRun } from './running/resumed-run.ts'
import { openOutputs, type Outputs, say } from './written/outputs.ts'

/** `assay eval`: reads, scores, writes and reports. Gives the exit code. @throws AssayError where nothing could be scored. */
export async function runEval(data: readonly string[], raw: RawEvalOptions): Promise<number> {
  const store = createRunStore((message) => say(`warning: ${message}`), replyAge(raw))
  try {
    const resumed = await resumedRun({ data, raw }, store)
    const prepared = await preparedRun(resumed?.line ?? { data, raw })
    if (prepared.asked.options.dryRun) return await dryRunOf(prepared)
    // Only what has results to lose takes a wish to stop into its own hands: before, the process just ends.
    return await untilInterrupted((interruption) => carryOut(prepared, { store, resumed, interruption }), {
      say,
      leftOut: 'Rows not begun were left out.',
    })
  } finally {
    await store.close()
  }
}

/** All that a run needs, looked at before anything is opened or asked. */
type Prepared = {
  readonly asked: AskedRun
  readonly settings: ReturnType<typeof runSettings>
  readonly gates: ReturnType<typeof runGates>
  readonly outputs: Outputs
  readonly rows: EvaluationData
  /** How many rows there are, where that is known. */
  readonly total: number | undefined
}

async function preparedRun(line: CommandLine): Promise<Prepared> {
  const asked = await askedRun(line)
  const { options, known, mayPay } = asked
  const settings = runSettings(options)
  const gates = runGates(options, known, say)
  await refuseUnpriced(known, settings)
  refuseInputs(options.outputs, asked.files(), optionName(options, 'output', '-o'))
  const outputs = openOutputs(options)
  const rows = asked.rows((message) => outputs.warn(message))
  for (const note of asked.notes) outputs.say(note)
  const isReadFirst = asked.total === undefined && mayPay && !options.dryRun
  const total = isReadFirst ? await rowsReadThrough(rows, options.data) : asked.total
  return { asked, settings, gates, outputs, rows, total }
}

async function dryRunOf({ asked: { options, metrics, hasPlainAnswers }, rows, settings }: Prepared): Promise<number> {
  const { showDryRun } = await import('./running/show-dry-run.ts')
  return showDryRun({ options, metrics, rows, settings, hasPlainAnswers })
}

type Running = {
  readonly store: RunStore
  readonly resumed: ResumedRun | undefined
  readonly interruption: Interruption
}

async function carryOut(
  { asked, settings, gates, outputs, rows, total }: Prepared,
  { store, resumed, interruption }: Running,
): Promise<number> {
  const { options, metrics, mayPay } = asked
  const progress = createRunProgress({ quiet: options.quiet, total })
  const resumedCalls = resumed === undefined ? undefined : createResumedCalls(resumed, { concurrency: options.concurrency, say })
  const evaluation = evaluate({
    ...settings,
    data: rows,
    metrics,
    store: store.open,
    resumeInfo: { data: [...asked.again.data], raw: { ...asked.again.raw } },
    resume: resumed?.id,
    signal: interruption.now,
    finish: interruption.finish,
    onEvent: mayPay
      ? (event) => {
          progress.onEvent(event)
          resumedCalls?.onEvent(event)
        }
      : undefined,
  })
  const gateWatch = createGateWatch(gates)
  const unscored = createUnscoredWatch()
  const rowGates = createRowGates()
  try {
    // A pipe that nobody reads is never open.
    await unlessAborted(outputs.begin(evaluation.run), interruption.finish)
    progress.start(evaluation.load)
    for await (const batch of evaluation.batches()) {
      const before = unscored.count()
      unscored.rows(batch)
      gateWatch.rows(batch)
      rowGates.rows(batch)
      progress.rows(batch, unscored.count() - before)
      await outputs.rows(batch)
    }
  } catch (error) {
    await outputs.abandon()
    throw error
  } finally {
    progress.stop()
  }
  resumedCalls?.end()
  const summary = await evaluation.summary
  const results = gateWatch.results(summary)
  const isWithinUnscored = unscored.isWithin(options.allowUnscored)
  const tooMany = isWithinUnscored ? undefined : unscored.result(allowanceOf(options))
  const skipped = skippedGate(summary, options.allowSkipped)
  await report(summary, { outputs, options, results, unscored, others: [rowGates.result(), tooMany, skipped] })
  if (!options.quiet && skipped !== undefined) outputs.say(skipped.text)
  store.settle(!outputs.hasLost())
  if ((summary.stopped !== undefined || outputs.hasLost()) && (await store.holds(summary.run.id)))
    outputs.say(`to go on with it: ${commandName()} eval --resume=${summary.run.id}`)
  return exitCodeOf(summary, {
    isWithinUnscored,
    hasSkipped: skipped !== undefined,
    wasInterrupted: interruption.isByUser(),
    hasLostOutput: outputs.hasLost(),
    hasFailedGate: rowGates.result() !== undefined || results.some(({ held }) => held !== true),
  })
}

type Reported = {
  readonly outputs: Outputs
  readonly options: EvalOptions
  readonly results: readonly GateResult[]
  readonly unscored: UnscoredWatch
  /** What no report shows as a gate, but what decides over the exit code all the same. */
  readonly others: readonly (GateResult | undefined)[]
}

async function report(summary: RunSummary, { outputs, options: { quiet }, results, unscored, others }: Reported): Promise<void> {
  const failed = [...results, ...others].filter((gate) => gate !== undefined).filter(({ held }) => held !== true)
  if (summary.stopped !== undefined && scoredIn(summary) === 0) {
    await outputs.giveUp(summary)
    outputs.say(summary.stopped.reason)
  } else {
    for (const sentence of await outputs.end(summary, results)) outputs.say(sentence)
    if (quiet && summary.stopped !== undefined) outputs.say(`stopped early: ${summary.stopped.reason}`)
    // A report may go where nobody looks at once.
    if (!quiet && scoredIn(summary) === 0 && unscored.count() > 0) outputs.say(`nothing was scored: ${unscored.why()}`)
    if (quiet) for (const gate of failed) outputs.say(gateSentence(gate))
  }
  outputs.annotate(summary, failed)
}

function gateSentence({ text, held, note }: GateResult): string {
  const told = note === undefined ? text : `${text} (${note})`
  return held === null ? told : `gate failed: ${told}`
}
