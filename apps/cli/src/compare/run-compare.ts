import { AssayError } from '@assay/core'
import { fileSink, harmlessLine, refuseInputs, streamSink, type TextSink } from '@assay/reporters'
import { terminalLook } from '../eval/written/terminal-look.ts'
import { exitCode } from '@assay/command-kit'
import { parseFailIf } from './figures/compare-gates.ts'
import { compareRuns } from './compare-runs.ts'
import type { Comparison } from './comparison.ts'
import { comparisonMarkdown } from './shown/comparison-markdown.ts'
import { comparisonText } from './shown/comparison-text.ts'
import { loadRun } from './report/load-run.ts'

export type RawCompareOptions = {
  readonly metric?: readonly string[]
  readonly output?: readonly string[]
  readonly failIf?: readonly string[]
  readonly allowScreen?: boolean
}

/** `assay compare`: pairs two reports and shows what changed. Gives the exit code. @throws AssayError where they cannot be compared. */
export async function runCompare(a: string, b: string, raw: RawCompareOptions): Promise<number> {
  const { metric: metrics = [], output: outputs = [], failIf = [], allowScreen = false } = raw
  const gates = failIf.map(parseFailIf)
  refuseInputs(outputs, [a, b])
  const writers = [...new Set(outputs)].map((file) => ({ sink: sinkOf(file), render: rendererOf(file) }))
  const comparison = await compareRuns(await loadRun(a), await loadRun(b), { metrics, failIf: gates, allowScreen })
  for (const { sink, render } of writers) await written(sink, render(comparison))
  const people = outputs.includes('-') ? process.stderr : process.stdout
  const text = comparisonText(comparison, terminalLook(people).width)
  await written(
    streamSink(people, people === process.stdout ? undefined : 'the standard error'),
    text.split('\n').map(harmlessLine).join('\n'),
  )
  return comparison.gates.every(({ held }) => held) ? exitCode.ok : exitCode.gateFailed
}

async function written(sink: TextSink, text: string): Promise<void> {
  await sink.open()
  await sink.write(text)
  await sink.close()
}

function sinkOf(file: string): TextSink {
  return file === '-' ? streamSink(process.stdout) : fileSink(file)
}

function rendererOf(file: string): (comparison: Comparison) => string {
  if (file === '-' || /\.json$/i.test(file)) return (comparison) => `${JSON.stringify(comparison, null, 2)}\n`
  if (/\.(?:md|markdown)$/i.test(file)) return comparisonMarkdown
  throw new AssayError({
    kind: 'config',
    message: `-o ${file}: a comparison is written as .json or .md. Name a file with one of these endings.`,
  })
}
