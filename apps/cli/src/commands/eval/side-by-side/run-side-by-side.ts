import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitCode, type Interruption, type RunStore, type StorePlace, untilInterrupted } from '@assay/command-kit'
import { refuseInputs } from '@assay/reporters'
import { createBudget, createRunLimiters, type EvaluationData, priceListOf } from '@assay/runner'
import { comparedPages } from '../../compare/compared-pages.ts'
import { runLabels } from '../../compare/run-labels.ts'
import { pageFiles, writePages } from '../../compare/write-pages.ts'
import type { RunPlan } from '../../../plan/run-plan.ts'
import { runSettingsOf } from '../../../plan/run-settings-of.ts'
import { inPlace } from '../../../settings/in-place.ts'
import { listOf, optionName } from '../../../settings/request.ts'
import { carryOut, LEFT_OUT, openedRows, openIfRemote, type Prepared, preparedRun, resumeSentence } from '../../../run/run-eval.ts'
import type { OpenedRows } from '../../../run/open-rows.ts'
import { say } from '../../../output/outputs.ts'
import { filesSideBySide, partOf, sortedOutputs } from './parts.ts'

type Started = { readonly store: RunStore; readonly resume: string | undefined }

/** One of the runs: its data file, and the path of its report. */
type Part = { readonly label: string; readonly file: string; readonly report: string; readonly prepared: Prepared }

/**
 * `assay eval … --side-by-side`: scores each data file as its own run, one after the other, with one store, one budget and the same
 * limits for all, and compares them. Returns the exit code. @throws AssayError for runs that cannot start, before any row is scored.
 */
export async function runSideBySide(plan: RunPlan, { store, resume }: Started): Promise<number> {
  const { request } = plan
  const { output, quiet = false, csvSafe = false, dryRun = false } = request.settings
  const files = filesSideBySide(plan)
  const labels = runLabels(
    files.map((path) => ({ path })),
    [],
  )
  const { folders, pages } = sortedOutputs(listOf(output))
  if (dryRun) return await dryRunOf(plan, files, store.place)
  await openIfRemote(plan, store)
  const outputs = inPlace(request, 'output', () => pageFiles(pages))
  const given = folders[0]
  const folder = given ?? mkdtempSync(join(tmpdir(), 'assay-runs-'))
  try {
    const reports = reportNames(labels).map((name) => join(folder, name))
    refuseInputs([...pages, ...reports], plan.files(), optionName(request, 'output', '-o'))
    if (given !== undefined) mkdirSync(given, { recursive: true })
    const parts: Part[] = []
    for (const [at, file] of files.entries()) {
      const [label = '', report = ''] = [labels[at], reports[at]]
      parts.push({ label, file, report, prepared: await preparedRun(partOf(plan, file, report), label) })
    }
    const run = (interruption: Interruption) => scored(parts, { plan, store, resume, interruption })
    const { code, isWhole } = await untilInterrupted(run, { say, leftOut: LEFT_OUT })
    if (!isWhole) return code
    const compared = await comparedPages(reports, { label: labels, failIf: [], csvSafe, files: given === undefined ? files : undefined })
    await writePages(compared, outputs, { quiet })
    const written = [...outputs.map(({ file }) => file).filter((file) => file !== '-'), ...(given === undefined ? [] : [given])]
    if (!quiet && written.length > 0) say(`wrote ${written.join(', ')}`)
    return code
  } finally {
    if (given === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

type Scoring = Started & { readonly plan: RunPlan; readonly interruption: Interruption }

/** Scores all runs in their order; if one ends early, those after it are not begun. */
async function scored(
  parts: readonly Part[],
  { plan, store, resume, interruption }: Scoring,
): Promise<{ readonly code: number; readonly isWhole: boolean }> {
  const { budgetUsd: usd, budgetTokens: tokens, ...settings } = runSettingsOf(plan.request)
  const limiters = createRunLimiters({ ...settings, finish: interruption.finish })
  const budget = usd === undefined && tokens === undefined ? undefined : createBudget({ usd, tokens }, priceListOf(settings.prices))
  const opened: OpenedRows[] = []
  const codes: number[] = []
  let id = resume === undefined ? undefined : baseOf(resume)
  let isStopped = false
  let hasLost = false
  try {
    // Every file is checked before the first charged call.
    for (const { prepared } of parts) opened.push(await openedRows(prepared))
    const broken = opened.find(({ fault }) => fault !== undefined)
    if (broken !== undefined) throw broken.fault
    for (const [at, { label, file, prepared }] of parts.entries()) {
      const rows = opened[at]
      if (rows === undefined || isStopped) break
      const carried = await carryOut(
        { ...prepared, settings },
        {
          rows,
          store,
          resumed: undefined,
          // Without a model there is nothing to resume.
          resume: plan.mayPay ? runOf(id, at) : undefined,
          interruption,
          about: { label, data: [file] },
          budget,
          limiters,
        },
      )
      id ??= carried.summary.run.id
      codes.push(carried.code)
      isStopped = carried.summary.stopped !== undefined
      hasLost ||= carried.hasLost
    }
  } finally {
    for (const rows of opened) rows.close()
  }
  const left = parts.slice(codes.length).map(({ label }) => label)
  if (left.length > 0) say(`not begun: ${left.join(', ')}`)
  store.settle(!hasLost && left.length === 0)
  if ((isStopped || hasLost) && id !== undefined && (await store.holds(id))) say(resumeSentence(id, plan.again.raw))
  return { code: codeOfAll(codes), isWhole: !isStopped && !hasLost }
}

/** Each run has a journal of its own. */
function runOf(base: string | undefined, at: number): string | undefined {
  return base === undefined || at === 0 ? base : `${base}.${at + 1}`
}

function baseOf(run: string): string {
  return run.replace(/\.\d+$/, '')
}

/** The most serious exit code: interrupted or incomplete before a failed gate; that no row could be scored only if it holds for all. */
function codeOfAll(codes: readonly number[]): number {
  if (codes.every((code) => code === exitCode.unusable)) return exitCode.unusable
  const seen = new Set(codes.map((code) => (code === exitCode.unusable ? exitCode.incomplete : code)))
  return [exitCode.interrupted, exitCode.incomplete, exitCode.gateFailed].find((code) => seen.has(code)) ?? exitCode.ok
}

async function dryRunOf(plan: RunPlan, files: readonly string[], store: StorePlace): Promise<number> {
  const { showDryRun } = await import('../../../run/show-dry-run.ts')
  const parts = await Promise.all(files.map((file) => preparedRun(partOf(plan, file), file)))
  const rows = rowsInTurn(parts.map(({ plan: { rows: read }, outputs }) => read({ onWarning: outputs.warn, onNote: outputs.note })))
  return showDryRun({ metrics: plan.metrics, rows, store, settings: runSettingsOf(plan.request) })
}

async function* rowsInTurn(all: readonly EvaluationData[]): AsyncGenerator<never, void, undefined> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows and batches as each of them gives them
  for (const rows of all) yield* rows as AsyncIterable<never>
}

/** File names for the reports of runs, by their labels: safe and unique. */
function reportNames(labels: readonly string[]): string[] {
  const taken = new Set<string>()
  return labels.map((label) => {
    const plain = label.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^\.+/, '') || 'run'
    let name = plain
    for (let more = 2; taken.has(name.toLowerCase()); more += 1) name = `${plain}-${more}`
    taken.add(name.toLowerCase())
    return `${name}.json`
  })
}
