import type { Catalog } from '@assay/catalog'
import { AssayError } from '@assay/core'
import { commandName } from '../command-name.ts'
import { promptfooRun } from '../commands/config/promptfoo-run.ts'
import { screenAsGate } from '../gates/gate-watch.ts'
import { type CommandLine, type EvalRequest, optionName, readRequest } from '../settings/request.ts'
import { judgeOf, limitedJudge } from './chosen-judge.ts'
import { settingsRun } from './chosen-metrics.ts'
import { filesRead } from './files-read.ts'
import { mayCallModels } from './may-call-models.ts'
import { refuseUnusedSettings } from './refuse-unused-settings.ts'
import type { RunPlan } from './run-plan.ts'

/**
 * A promptfoo configuration as a run: its tests are the rows, its assertions the checks of each.
 * @throws AssayError `config` for options that cannot be combined with it, and for parts that cannot be read.
 */
export async function promptfooPlan(
  path: string,
  line: CommandLine,
  { catalog, warn }: { readonly catalog: Catalog; readonly warn: (message: string) => void },
): Promise<Omit<RunPlan, 'again'>> {
  const request = await readRequest(line, { catalog, warn })
  refuseForeignSettings(request)
  const { judge, generate, limit, outputs, dryRun: isRehearsal, allowScreen = false } = request.settings
  const run = await promptfooRun(path, {
    catalog: { ...catalog, judgeFrom: async (named) => catalog.judgeFrom(await limitedJudge(named, request, catalog)) },
    providers: request.table.providers,
    judge: judge === undefined ? undefined : await judgeOf(judge, request, catalog),
    generate,
    outputs,
    isRehearsal,
    trustConfig: line.raw.trustConfig,
  })
  const rows = run.rows.slice(0, limit)
  const known = [...new Set(rows.flatMap((row) => run.metrics(row).checks.map(({ metric }) => metric)))]
  const screen = allowScreen ? undefined : known.find(({ evidence }) => evidence === 'screen')
  if (screen !== undefined) throw screenAsGate(`The assertions of ${path} are gates`, screen.name)
  const mayPay = known.some(mayCallModels)
  // If every assertion is skipped, the run reports why; an option is not at fault.
  if (known.length > 0)
    refuseUnusedSettings(request, settingsRun(request, known, { callsModels: mayPay, needsJudge: true, isPromptfoo: true }))
  const files = (): readonly string[] => [...run.files, ...filesRead(request)]
  const hasPlainAnswers = !run.readsPartsOfAnswers
  return { request, known, metrics: run.metrics, rows: () => rows, total: rows.length, mayPay, files, hasPlainAnswers, notes: run.notes }
}

/** Settings that the file itself contains, beside the options of metrics. */
const FOREIGN: ReadonlySet<string> = new Set(['metrics', 'columns', 'format', 'delimiter', 'qrels', 'complete'])

function refuseForeignSettings(request: EvalRequest): void {
  const { data, settings, metricOptions } = request
  const name = [...Object.keys(settings).filter((setting) => FOREIGN.has(setting)), ...Object.keys(metricOptions.overrides)][0]
  const what = data.length > 0 ? data.join(' ') : name === undefined ? undefined : optionName(request, name)
  if (what === undefined) return
  throw new AssayError({
    kind: 'config',
    message: `${what} has no place beside a promptfoo configuration: its tests are the rows, and its assertions are the checks. Leave it out, or convert the file first: ${commandName()} import`,
  })
}
