import { exitCode, readSettings } from '@assay/command-kit'
import { configError } from '@assay/core'
import { fileSink, harmlessLine, refuseInputs, streamSink, type TextSink } from '@assay/reporters'
import { sayWarning } from '../../output/outputs.ts'
import { terminalLook } from '../../output/terminal-look.ts'
import { parseFailIf } from './figures/compare-gates.ts'
import { compareRuns } from './compare-runs.ts'
import { compareSettings } from './compare-settings.ts'
import type { Comparison } from './comparison.ts'
import { comparisonCsv } from './shown/comparison-csv.ts'
import { comparisonJson } from './shown/comparison-json.ts'
import { comparisonMarkdown } from './shown/comparison-markdown.ts'
import { comparisonText } from './shown/comparison-text.ts'
import { loadRun } from './report/load-run.ts'

const CSV = /\.csv$/i
/** So many characters are written at once. */
const PIECE = 1 << 16

/** `assay compare`: pairs two reports and shows what changed. Gives the exit code. @throws AssayError where they cannot be compared. */
export async function runCompare(a: string, b: string, given: Readonly<Record<string, unknown>>): Promise<number> {
  const options = readSettings(compareSettings, given, sayWarning)
  const { metrics = [], output: outputs = [], failIf = [], allowScreen = false, csvSafe = false } = options
  const gates = failIf.map(parseFailIf)
  refuseInputs(outputs, [a, b])
  const writers = [...new Set(outputs)].map((file) => ({ sink: sinkOf(file), render: rendererOf(file, csvSafe) }))
  if (csvSafe && !outputs.some((file) => CSV.test(file))) {
    throw configError('--csv-safe is for outputs that end in .csv, and none does. Add -o NAME.csv, or leave it out.')
  }
  const comparison = await compareRuns(await loadRun(a), await loadRun(b), { metrics, failIf: gates, allowScreen })
  for (const { sink, render } of writers) await written(sink, render(comparison))
  const people = outputs.includes('-') ? process.stderr : process.stdout
  const text = comparisonText(comparison, terminalLook(people).width)
  await written(streamSink(people, people === process.stdout ? undefined : 'the standard error'), [
    text.split('\n').map(harmlessLine).join('\n'),
  ])
  return comparison.gates.every(({ held }) => held) ? exitCode.ok : exitCode.gateFailed
}

async function written(sink: TextSink, texts: Iterable<string>): Promise<void> {
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

function rendererOf(file: string, csvSafe: boolean): (comparison: Comparison) => Iterable<string> {
  if (file === '-' || /\.json$/i.test(file)) return comparisonJson
  if (CSV.test(file)) return (comparison) => comparisonCsv(comparison, csvSafe)
  if (/\.(?:md|markdown)$/i.test(file)) return (comparison) => [comparisonMarkdown(comparison)]
  throw configError(`-o ${file}: a comparison is written as .json, .csv or .md. Name a file with one of these endings.`)
}
