import { exitCode, readSettings } from '@assay/command-kit'
import { AssayError } from '@assay/core'
import { fileSink, harmlessLine, refuseInputs, streamSink, type TextSink } from '@assay/reporters'
import { sayWarning } from '../eval/written/outputs.ts'
import { terminalLook } from '../eval/written/terminal-look.ts'
import { compareSettings } from './compare-settings.ts'
import { comparedPages } from './compared-pages.ts'
import { parseFailIf } from './figures/compare-gates.ts'

const CSV = /\.csv$/i
/** So many characters are written at once. */
const PIECE = 1 << 16
const MOST_RUNS = 50

/** `assay compare`: joins reports row by row and shows what differs. Gives the exit code. @throws AssayError where they cannot be compared. */
export async function runCompare(reports: readonly string[], given: Readonly<Record<string, unknown>>): Promise<number> {
  const options = readSettings(compareSettings, given, sayWarning)
  const { output: outputs = [], failIf = [], csvSafe = false } = options
  if (reports.length < 2) throw configError(`Name two reports or more, as in: assay compare base.json new.json`)
  if (reports.length > MOST_RUNS) throw configError(`${reports.length} reports are too many: ${MOST_RUNS} can be compared at once.`)
  const gates = failIf.map(parseFailIf)
  refuseInputs(outputs, reports)
  const written = [...new Set(outputs)].map((file) => ({ sink: sinkOf(file), kind: kindOf(file) }))
  if (csvSafe && !outputs.some((file) => CSV.test(file))) {
    throw configError('--csv-safe is for outputs that end in .csv, and none does. Add -o NAME.csv, or leave it out.')
  }
  const pages = await comparedPages(reports, { ...options, failIf: gates })
  for (const { sink, kind } of written) await writeAll(sink, await pages[kind]())
  const people = outputs.includes('-') ? process.stderr : process.stdout
  await writeAll(streamSink(people, people === process.stdout ? undefined : 'the standard error'), [
    pages.text(terminalLook(people).width).split('\n').map(harmlessLine).join('\n'),
  ])
  return pages.gates.every(({ held }) => held) ? exitCode.ok : exitCode.gateFailed
}

async function writeAll(sink: TextSink, texts: Iterable<string>): Promise<void> {
  await sink.open()
  let piece = ''
  for (const text of texts) {
    piece += text
    if (piece.length < PIECE) continue
    await sink.write(piece)
    piece = ''
  }
  await sink.write(piece)
  await sink.close()
}

function sinkOf(file: string): TextSink {
  return file === '-' ? streamSink(process.stdout) : fileSink(file)
}

function kindOf(file: string): 'json' | 'csv' | 'markdown' {
  if (file === '-' || /\.json$/i.test(file)) return 'json'
  if (CSV.test(file)) return 'csv'
  if (/\.(?:md|markdown)$/i.test(file)) return 'markdown'
  throw configError(`-o ${file}: a comparison is written as .json, .csv or .md. Name a file with one of these endings.`)
}

function configError(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}
