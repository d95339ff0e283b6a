import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AssayError } from '@assay/core'
import { canBeWritten, counted, refuseInputs } from '@assay/reporters'
import { catalog } from '@assay/catalog'
import { pageFiles } from '../compare/write-pages.ts'
import { filesSideBySide, partOf, sortedOutputs } from '../eval/side-by-side/parts.ts'
import { checkModels } from '../../run/check-models.ts'
import { calledAdapters } from '../../plan/adapters-of.ts'
import { rowsOf, type DataListeners } from '../../plan/rows-of.ts'
import { planRun, type RunPlan } from '../../plan/run-plan.ts'
import { runSettingsOf } from '../../plan/run-settings-of.ts'
import { allowedUnscored } from '../../settings/allowed-unscored-of.ts'
import { type CommandLine, listOf, optionName, readRequest } from '../../settings/request.ts'
import { openOutputs, sayWarning } from '../../output/outputs.ts'
import { terminalLook } from '../../output/terminal-look.ts'
import { exitCode } from '@assay/command-kit'
import { runGates } from '../../gates/run-gates.ts'
import { callEmbedder, callModel } from './call-once.ts'
import type { AllowedUnscored } from '../../gates/allowed-unscored.ts'
import { type CheckList, createCheckList } from './check-list.ts'
import { checkData } from './data-check.ts'

const NONE_UNSCORED: AllowedUnscored = { any: 0, byCause: new Map() }

/** `assay validate`: checks everything that a run would use, before it costs anything. Returns the exit code. */
export async function runValidate(
  line: CommandLine,
  { offline = false }: { readonly offline?: boolean | undefined } = {},
): Promise<number> {
  const list = createCheckList(write, terminalLook(process.stdout))
  const plan = await attempt(list, 'options', () => planRun(line, catalog, sayWarning))
  if (plan === undefined) await checkDataAlone(line, list)
  else await checkRun(plan, list, offline)
  const [failed, total] = [list.failed(), list.total()]
  write(failed === 0 ? '\nNothing stands in the way of assay eval.\n' : `\n${failed} of ${counted(total, 'check')} failed.\n`)
  return failed === 0 ? exitCode.ok : exitCode.unusable
}

async function checkRun(plan: RunPlan, list: CheckList, offline: boolean): Promise<void> {
  const { request, known, metrics } = plan
  const isSideBySide = request.settings.sideBySide === true
  const { config } = plan.again.raw
  const files = listOf(request.settings.output)
  list.add('ok', 'configuration', typeof config === 'string' ? config : 'none, only what the command line says')
  const names = [...new Set(known.map(({ name }) => name))]
  list.add('ok', 'metrics', names.join(', '))
  for (const note of plan.notes) list.add('warning', 'configuration', note)
  await attempt(list, 'gates', () => runGates(request, known, (message) => list.add('warning', 'gates', message)))
  await attempt(list, 'settings', () => checkModels(known, runSettingsOf(request)))
  await attempt(list, 'outputs', async () => {
    refuseInputs(files, plan.files(), optionName(request, 'output', '-o'))
    const { folders, pages } = isSideBySide ? sortedOutputs(files) : { folders: [], pages: files }
    if (isSideBySide) pageFiles(pages)
    else openOutputs({ ...request, settings: { ...request.settings, quiet: true } })
    for (const output of pages) if (output !== '-') await canBeWritten(output)
    for (const folder of folders.filter((name) => existsSync(name))) await canBeWritten(join(folder, 'report.json'))
  })
  const allowed = await attempt(list, 'options', () => allowedUnscored(request))
  const parts = isSideBySide ? await attempt(list, 'options', () => filesSideBySide(plan).map((file) => partOf(plan, file))) : [plan]
  for (const { rows } of parts ?? []) await checkData({ rows, metrics, allowed: allowed ?? NONE_UNSCORED }, list)
  await checkJudges(plan, list, offline)
}

async function checkJudges({ known, request }: RunPlan, list: CheckList, offline: boolean): Promise<void> {
  const { models, embedders } = await calledAdapters(known)
  const timeoutMs = request.settings.timeout === undefined ? undefined : request.settings.timeout * 1000
  const calls = [
    ...models.map((adapter) => ({ adapter, send: () => callModel(adapter, timeoutMs) })),
    ...embedders.map((adapter) => ({ adapter, send: () => callEmbedder(adapter, timeoutMs) })),
  ]
  for (const { adapter, send } of calls) {
    const { state, says } = offline ? { state: 'skipped' as const, says: 'not called (--offline)' } : await send()
    list.add(state, `${adapter.provider}:${adapter.modelId}`, says)
  }
}

/** If options are wrong, the files can still be checked. */
async function checkDataAlone(line: CommandLine, list: CheckList): Promise<void> {
  if (line.data.length === 0) return
  try {
    const request = await readRequest(line, { catalog, warn: () => undefined })
    const rows = (listeners: DataListeners): ReturnType<typeof rowsOf> => rowsOf(request, [], { ...listeners, thorough: true })
    await checkData({ rows, metrics: [], allowed: allowedUnscored(request) }, list)
  } catch (error) {
    // Reported already.
    if (!AssayError.is(error)) throw error
  }
}

async function attempt<T>(list: CheckList, what: string, act: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await act()
  } catch (error) {
    if (!AssayError.is(error)) throw error
    list.add('failed', what, error.message)
    return undefined
  }
}

function write(text: string): void {
  process.stdout.write(text)
}
