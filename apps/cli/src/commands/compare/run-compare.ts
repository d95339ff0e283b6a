import { exitCode, readSettings } from '@assay/command-kit'
import { configError } from '@assay/core'
import { refuseInputs } from '@assay/reporters'
import { commandName } from '../../command-name.ts'
import { sayWarning } from '../../output/outputs.ts'
import { compareSettings } from './compare-settings.ts'
import { comparedPages } from './compared-pages.ts'
import { parseFailIf } from './figures/compare-gates.ts'
import { pageFiles, writePages } from './write-pages.ts'

export const MOST_RUNS = 50

/** `assay compare`: joins reports row by row and shows what differs. Gives the exit code. @throws AssayError where they cannot be compared. */
export async function runCompare(reports: readonly string[], given: Readonly<Record<string, unknown>>): Promise<number> {
  const options = readSettings(compareSettings, given, sayWarning)
  const { output: outputs = [], failIf = [], csvSafe = false } = options
  if (reports.length < 2) throw configError(`Name two reports or more, as in: ${commandName()} compare base.json new.json`)
  if (reports.length > MOST_RUNS) throw configError(`${reports.length} reports are too many: ${MOST_RUNS} can be compared at once.`)
  const gates = failIf.map(parseFailIf)
  refuseInputs(outputs, reports)
  const files = pageFiles(outputs)
  if (csvSafe && !files.some(({ kind }) => kind === 'csv')) {
    throw configError('--csv-safe is for outputs that end in .csv, and none does. Add -o NAME.csv, or leave it out.')
  }
  const pages = await comparedPages(reports, { ...options, failIf: gates })
  await writePages(pages, files)
  return pages.gates.every(({ held }) => held) ? exitCode.ok : exitCode.gateFailed
}
