import { createRunStore, type Interruption, type RunStore, unlessAborted, untilInterrupted } from '@assay/command-kit'
import { type GateResult, refuseInputs } from '@assay/reporters'
import { evaluate, type RunSummary } from '@assay/runner'
import { commandName } from '../command-name.ts'
import { createUnscoredWatch, type UnscoredWatch } from '../gates/allowed-unscored.ts'
import { createGateWatch } from '../gates/gate-watch.ts'
import { createRowGates } from '../gates/row-gates.ts'
import { runGates } from '../gates/run-gates.ts'
import { skippedGate } from '../gates/skipped-gate.ts'
import { type AskedRun, askedRun, type CommandLine } from './asked/asked-run.ts'
import { allowanceOf, type RawEvalOptions } from './asked/eval-options.ts'
import { optionName } from './asked/in-place.ts'
import { replyAge } from './asked/reply-age.ts'
import { exitCodeOf, scoredIn } from './running/eval-exit.ts'
import { createResumedCalls } from './running/resumed-calls.ts'
import { type OpenedRows, openRows } from './running/open-rows.ts'
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
    const rows = await openedRows(prepared)
    // Only what has results to lose takes a wish to stop into its own hands: before, the process just ends.
    return await untilInterrupted((interruption) => carryOut(prepared, { rows, store, resumed, interruption }), {
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
}

async function preparedRun(line: CommandLine): Promise<Prepared> {
  const asked = await askedRun(line)
  const { options, known } = asked
  const settings = runSettings(options)
  const gates = runGates(options, known, say)
  await refuseUnpriced(known, settings)
  refuseInputs(options.outputs, asked.files(), optionName(options, 'output', '-o'))
  const outputs = openOutputs(options)
  for (const note of asked.notes) outputs.say(note)
  return { asked, settings, gates, outputs }
}

async function dryRunOf({ asked, outputs, settings }: Prepared): Promise<number> {
  const { options, metrics, hasPlainAnswers } = asked
  const { showDryRun } = await import('./running/show-dry-run.ts')
  return showDryRun({ options, metrics, rows: asked.rows({ onWarning: outputs.warn, onNote: outputs.note }), settings, hasPlainAnswers })
}

function openedRows({ asked: { options, mayPay, rows }, outputs }: Prepared): Promise<OpenedRows> {
  return openRows(rows({ onWarning: outputs.warn, onNote: outputs.note }), { paths: options.data, wholly: mayPay })
}

type Running = {
  readonly rows: OpenedRows
  readonly store: RunStore
  readonly resumed: ResumedRun | undefined
  readonly interruption: Interruption
}

async function carryOut({ asked, settings, gates, outputs }: Prepared, { rows, store, resumed, interruption }: Running): Promise<number> {
  const { options, metrics, mayPay, total = rows.total } = asked
  const progress = createRunProgress({ quiet: options.quiet, total })
  const resumedCalls = resumed === undefined ? undefined : createResumedCalls(resumed, { concurrency: options.concurrency, say })
  const evaluation = evaluate({
    ...settings,
    data: rows.data,
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
    await unlessAborted(outputs.begin(evaluation.run, rows.hasRows), interruption.finish)
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
  await report(summary, { outputs, results, unscored, rowGates: rowGates.result(), tooMany, skipped })
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
  readonly results: readonly GateResult[]
  readonly unscored: UnscoredWatch
  /** What no report shows as a gate, but what decides over the exit code all the same. */
  readonly rowGates: GateResult | undefined
  readonly tooMany: GateResult | undefined
  /** What was asked for and could not be checked. */
  readonly skipped: GateResult | undefined
}

/** Completes every output. Why the exit code is not 0 stands on stderr as well: a report may go where nobody looks at once. */
async function report(summary: RunSummary, { outputs, results, unscored, tooMany, rowGates, skipped }: Reported): Promise<void> {
  const { stopped } = summary
  const gates = [...results, ...(rowGates === undefined ? [] : [rowGates])].filter(({ held }) => held !== true)
  for (const sentence of await outputs.end(summary, results)) outputs.say(sentence)
  const isEmpty = scoredIn(summary) === 0
  if (stopped !== undefined) outputs.say(isEmpty ? stopped.reason : `stopped early: ${stopped.reason}`)
  else if (isEmpty && unscored.count() > 0) outputs.say(`nothing was scored: ${unscored.why()}`)
  else if (tooMany !== undefined) outputs.say(tooMany.text)
  // Over rows of which none was scored they prove nothing, and the reason is said.
  if (!isEmpty || (stopped ?? tooMany) === undefined) for (const gate of gates) outputs.say(gateSentence(gate))
  if (skipped !== undefined) outputs.say(skipped.text)
  outputs.annotate(
    summary,
    [...gates, tooMany, skipped].filter((gate) => gate !== undefined),
  )
}

function gateSentence({ text, held, note }: GateResult): string {
  const told = note === undefined ? text : `${text} (${note})`
  return held === null ? told : `gate failed: ${told}`
}
