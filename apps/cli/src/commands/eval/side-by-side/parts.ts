import { existsSync, statSync } from 'node:fs'
import { configError } from '@assay/core'
import { expandPaths } from '@assay/datasets'
import { MOST_RUNS } from '../../compare/run-compare.ts'
import { dataSource } from '../../../plan/data-source.ts'
import { rowsOf } from '../../../plan/rows-of.ts'
import type { RunPlan } from '../../../plan/run-plan.ts'
import { type EvalRequest, optionName } from '../../../settings/request.ts'

/** @throws AssayError `config` if there are too few or too many, or one cannot be read as a file. */
export function filesSideBySide({ request, known }: RunPlan): readonly string[] {
  const { paths, cwd } = dataSource(request)
  if (known.length === 0 || paths.length === 0)
    throw configError(`${optionName(request, 'sideBySide')} is for data files, and none is named. Name one for each run.`)
  const files = expandPaths(paths, cwd)
  const which = optionName(request, 'sideBySide')
  if (files.includes('-'))
    throw configError(`${which} reads a file for each run, and the standard input is none. Write it to a file first.`)
  if (files.length < 2) throw configError(`${which} compares runs, and ${files[0] ?? 'nothing'} is one. Name a data file for each.`)
  if (files.length > MOST_RUNS) throw configError(`${files.length} data files are too many: ${MOST_RUNS} runs can be compared at once.`)
  return files
}

/** A name that ends in a slash, or an existing folder, takes the report of each run; all others take the comparison. */
export function sortedOutputs(outputs: readonly string[]): { readonly folders: readonly string[]; readonly pages: readonly string[] } {
  const folders = outputs.filter(isFolder)
  if (folders.length > 1) throw configError(`-o ${folders.join(' -o ')}: the reports of the runs go into one folder. Keep one of these.`)
  return { folders, pages: outputs.filter((name) => !isFolder(name)) }
}

function isFolder(name: string): boolean {
  return /[/\\]$/.test(name) || (existsSync(name) && statSync(name).isDirectory())
}

/** The same run over one of the files, written to its own report, or to none. */
export function partOf(plan: RunPlan, file: string, report?: string): RunPlan {
  const { csvSafe: _ofPages, csvColumns: _ofOne, ...settings } = plan.request.settings
  const request: EvalRequest = {
    ...plan.request,
    data: [file],
    dataFolder: undefined,
    settings: { ...settings, output: report === undefined ? [] : [report] },
  }
  const { known, mayPay } = plan
  return {
    ...plan,
    request,
    rows: (listeners, thorough = mayPay) => rowsOf(request, known, { ...listeners, thorough }),
    notes: [],
  }
}
