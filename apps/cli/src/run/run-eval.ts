import {
  createRunStore,
  type Interruption,
  type RunStore,
  type StorePlace,
  storePlace,
  unlessAborted,
  untilInterrupted,
} from '@assay/command-kit'
import { type GateResult, refuseInputs, skippedText } from '@assay/reporters'
import { catalog } from '@assay/catalog'
import type { JsonValue } from '@assay/core'
import { type Budget, evaluate, type Limiters, type RunAbout, type RunSettings, type RunSummary } from '@assay/runner'
import { commandName } from '../command-name.ts'
import { shellWord } from '../shell-word.ts'
import { createUnscoredWatch, type UnscoredWatch } from '../gates/allowed-unscored.ts'
import { createGateWatch } from '../gates/gate-watch.ts'
import { createRowGates } from '../gates/row-gates.ts'
import { runGates } from '../gates/run-gates.ts'
import { planRun, type RunPlan } from '../plan/run-plan.ts'
import { runSettingsOf } from '../plan/run-settings-of.ts'
import { allowanceOf, allowedUnscored } from '../settings/allowed-unscored-of.ts'
import { listOf, optionName, type RawOptions } from '../settings/request.ts'
import { exitCodeOf, scoredIn } from './eval-exit.ts'
import { createResumedCalls } from './resumed-calls.ts'
import { type OpenedRows, openRows } from './open-rows.ts'
import { createRunProgress } from './run-progress.ts'
import { checkModels } from './check-models.ts'
import { type ResumedRun, resumedRun } from './resumed-run.ts'
import { openOutputs, type Outputs, say, sayWarning } from '../output/outputs.ts'

/** `assay eval`: reads, scores, writes and reports. Returns the exit code. @throws AssayError if no row could be scored. */
export async function runEval(data: readonly string[], raw: RawOptions): Promise<number> {
  const store = createRunStore(sayWarning, storePlace(typeof raw['store'] === 'string' ? raw['store'] : undefined))
  let rows: OpenedRows | undefined
  try {
    const resumed = await resumedRun({ data, raw }, store)
    const plan = await planRun(resumed?.line ?? { data, raw }, catalog, sayWarning)
    if (plan.request.settings.sideBySide === true) {
      const { runSideBySide } = await import('../commands/eval/side-by-side/run-side-by-side.ts')
      return await runSideBySide(plan, { store, resume: resumed?.id })
    }
    const prepared = await preparedRun(plan)
    if (prepared.plan.request.settings.dryRun === true) return await dryRunOf(prepared, store.place)
    await openIfRemote(plan, store)
    rows = await openedRows(prepared)
    const opened = rows
    // Interruptions are handled only once there are results to lose: before, the process just ends.
    const about = { data: plan.request.data.length === 0 ? undefined : plan.request.data }
    return await untilInterrupted(
      async (interruption) => {
        const { summary, code, hasLost } = await carryOut(prepared, {
          rows: opened,
          store,
          resumed,
          resume: resumed?.id,
          interruption,
          about,
        })
        store.settle(!hasLost)
        if ((summary.stopped !== undefined || hasLost) && (await store.holds(summary.run.id))) say(resumeSentence(summary.run.id, raw))
        return code
      },
      { say, leftOut: LEFT_OUT },
    )
  } finally {
    rows?.close()
    await store.close()
  }
}

export const LEFT_OUT = 'Rows not begun were left out.'

export function resumeSentence(run: string, { store }: RawOptions): string {
  const where = typeof store === 'string' ? ` --store ${shellWord(storePlace(store).shown)}` : ''
  return `to go on with it: ${commandName()} eval --resume=${run}${where}`
}

/** A store on a server must be there before anything is read or paid for. */
export async function openIfRemote({ mayPay }: Pick<RunPlan, 'mayPay'>, store: RunStore): Promise<void> {
  if (mayPay && store.place.isRemote) await store.open()
}

/** Everything that a run needs, checked before anything is opened or called. */
export type Prepared = {
  readonly plan: RunPlan
  readonly settings: RunSettings
  readonly gates: ReturnType<typeof runGates>
  readonly outputs: Outputs
}

/** @param label For one of several runs. @throws AssayError `config` for a plan that cannot be run. */
export async function preparedRun(plan: RunPlan, label?: string): Promise<Prepared> {
  const { request, known } = plan
  const settings = runSettingsOf(request)
  const gates = runGates(request, known, say)
  await checkModels(known, settings)
  refuseInputs(listOf(request.settings.output), plan.files(), optionName(request, 'output', '-o'))
  const outputs = openOutputs(request, label)
  for (const note of plan.notes) outputs.say(note)
  return { plan, settings, gates, outputs }
}

async function dryRunOf({ plan, outputs, settings }: Prepared, store: StorePlace): Promise<number> {
  const { metrics, hasPlainAnswers } = plan
  const { showDryRun } = await import('./show-dry-run.ts')
  return showDryRun({ metrics, store, rows: plan.rows({ onWarning: outputs.warn, onNote: outputs.note }), settings, hasPlainAnswers })
}

export function openedRows({ plan: { request, mayPay, rows }, outputs }: Prepared): Promise<OpenedRows> {
  return openRows(rows({ onWarning: outputs.warn, onNote: outputs.note }), { paths: request.data, wholly: mayPay })
}

type Running = {
  readonly rows: OpenedRows
  readonly store: RunStore
  readonly resumed: ResumedRun | undefined
  /** The id of the run, if it is resumed, or one of several. */
  readonly resume: string | undefined
  readonly interruption: Interruption
  readonly about: RunAbout
  /** What several runs share. */
  readonly budget?: Budget | undefined
  readonly limiters?: Limiters | undefined
}

type CarriedOut = { readonly summary: RunSummary; readonly code: number; readonly hasLost: boolean }

/** Scores the rows of one run, writes its reports, and prints failed conditions. */
export async function carryOut(
  { plan, settings, gates, outputs }: Prepared,
  { rows, store, resumed, resume, interruption, about, budget, limiters }: Running,
): Promise<CarriedOut> {
  const { request, metrics, mayPay, total = rows.total } = plan
  const { quiet = false, allowSkipped = false } = request.settings
  const progress = createRunProgress({ quiet, total })
  const resumedCalls = resumed === undefined ? undefined : createResumedCalls(resumed, { concurrency: settings.concurrency, say })
  const evaluation = evaluate({
    ...settings,
    data: rows.data,
    metrics,
    store: store.open,
    resumeInfo: { data: [...plan.again.data], raw: rawJson(plan.again.raw) },
    resume,
    about,
    budget,
    limiters,
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
    // A pipe without a reader is never opened.
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
  const summary = await evaluation.result()
  const results = gateWatch.results(summary)
  const allowed = allowedUnscored(request)
  const isWithinUnscored = unscored.isWithin(allowed)
  const tooMany = isWithinUnscored ? undefined : unscored.result(allowanceOf(request), allowed)
  const skipped = skippedGate(summary, allowSkipped)
  await report(summary, { outputs, results, unscored, rowGates: rowGates.result(), tooMany, skipped })
  const code = exitCodeOf(summary, {
    isWithinUnscored,
    hasSkipped: skipped !== undefined,
    wasInterrupted: interruption.isByUser(),
    hasLostOutput: outputs.hasLost(),
    hasFailedGate: rowGates.result() !== undefined || results.some(({ held }) => held !== true),
  })
  return { summary, code, hasLost: outputs.hasLost() }
}

type Reported = {
  readonly outputs: Outputs
  readonly results: readonly GateResult[]
  readonly unscored: UnscoredWatch
  /** Conditions that no report shows as a gate, but that decide the exit code. */
  readonly rowGates: GateResult | undefined
  readonly tooMany: GateResult | undefined
  /** Requested checks that could not be run. */
  readonly skipped: GateResult | undefined
}

/** Completes every output. The reason of an exit code other than 0 is also printed on stderr: a report may be read later. */
async function report(summary: RunSummary, { outputs, results, unscored, tooMany, rowGates, skipped }: Reported): Promise<void> {
  const { stopped } = summary
  const gates = [...results, ...(rowGates === undefined ? [] : [rowGates])].filter(({ held }) => held !== true)
  for (const sentence of await outputs.end(summary, results)) outputs.say(sentence)
  const isEmpty = scoredIn(summary) === 0
  if (stopped !== undefined) outputs.say(isEmpty ? stopped.reason : `stopped early: ${stopped.reason}`)
  else if (isEmpty && unscored.count() > 0) outputs.say(`nothing was scored: ${unscored.why()}`)
  else if (tooMany !== undefined) outputs.say(tooMany.text)
  // Without a scored row gates prove nothing, and the reason is printed.
  if (!isEmpty || (stopped ?? tooMany) === undefined) for (const gate of gates) outputs.say(gateSentence(gate))
  if (skipped !== undefined) outputs.say(skipped.text)
  outputs.annotate(
    summary,
    [...gates, tooMany, skipped].filter((gate) => gate !== undefined),
  )
}

function gateSentence({ text, held, note }: GateResult): string {
  const shown = note === undefined ? text : `${text} (${note})`
  return held === null ? shown : `gate failed: ${shown}`
}

/** Settings that are left out are not shown. The store is given again on resume: its URL may hold a password. */
function rawJson(raw: RawOptions): JsonValue {
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, value]) => (value === undefined || name === 'store' ? [] : [[name, asJson(value)]])),
  )
}

function asJson(value: string | boolean | readonly string[]): JsonValue {
  return typeof value === 'object' ? [...value] : value
}

/** The message if checks were skipped without permission, or if there were no others; else `undefined`. */
function skippedGate({ run, skipped }: RunSummary, isAllowed: boolean): GateResult | undefined {
  if (skipped === undefined) return undefined
  const text = skippedText(skipped)
  if (run.metrics.length === 0) return { text: `nothing was checked: ${text}`, held: null }
  return isAllowed ? undefined : { text: `${text}. So the run ends with 3; --allow-skipped accepts it`, held: null }
}
