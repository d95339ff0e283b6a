import {
  createJsonReporter,
  createTerminalReporter,
  forTerminal,
  type GateResult,
  harmlessLine,
  type Reporter,
  reporterFor,
  streamSink,
} from '@assay/reporters'
import type { EvaluatedRow, RunInfo, RunSummary } from '@assay/runner'
import type { EvalOptions } from './eval-options.ts'
import { terminalLook } from './terminal-look.ts'

/** Everything a run is written to, as one. A file that cannot be written any more does not take the others with it. */
export type Outputs = {
  /** @throws AssayError `config` where an output cannot be opened: before anything is scored. */
  readonly begin: (run: RunInfo) => Promise<void>
  readonly rows: (rows: readonly EvaluatedRow[]) => Promise<void>
  /** Completes all; gives a sentence for each that was lost on the way. */
  readonly end: (summary: RunSummary, gates: readonly GateResult[]) => Promise<readonly string[]>
  /** Nothing was scored: no report is shown and no file appears; JSON begun on stdout is completed, since it cannot be taken back. */
  readonly giveUp: (summary: RunSummary) => Promise<void>
  readonly abandon: () => Promise<void>
  /** Tells the user something on stderr, whatever else is written where. */
  readonly say: (message: string) => void
  /** The same for what is probably not meant; not when quiet. */
  readonly warn: (message: string) => void
  readonly hasLost: () => boolean
}

type Output = { readonly name: string; readonly reporter: Reporter; fault?: string }

/** @throws AssayError `config` for a file whose ending names no format. */
export function openOutputs({ outputs: files, quiet, csvSafe }: EvalOptions): Outputs {
  const jsonOnStdout = files.includes('-')
  const people = jsonOnStdout ? process.stderr : process.stdout
  const all: Output[] = [...new Set(files)].map((file) => ({
    name: file,
    reporter: file === '-' ? createJsonReporter(streamSink(process.stdout)) : reporterFor(file, { csvSafe }),
  }))
  if (!quiet) all.push({ name: 'the terminal', reporter: createTerminalReporter({ sink: streamSink(people), ...terminalLook(people) }) })

  async function each(act: (reporter: Reporter, name: string) => unknown): Promise<void> {
    for (const output of all) {
      if (output.fault !== undefined) continue
      try {
        await act(output.reporter, output.name)
      } catch (error) {
        output.fault = error instanceof Error ? error.message : String(error)
        await output.reporter.abandon().catch(() => undefined)
      }
    }
  }

  return {
    async begin(run) {
      for (const { reporter } of all) await reporter.begin(run)
    },
    rows: (rows) => each((reporter) => reporter.rows(rows)),
    async end(summary, gates) {
      await each((reporter) => reporter.end(summary, { gates }))
      return all.flatMap(({ name, fault }) => (fault === undefined ? [] : `${name} was lost: ${fault}`))
    },
    giveUp: (summary) => each((reporter, name) => (name === '-' ? reporter.end(summary) : reporter.abandon())),
    abandon: () => each((reporter) => reporter.abandon()),
    say,
    warn(message) {
      if (!quiet) say(`warning: ${message}`)
    },
    hasLost: () => all.some(({ fault }) => fault !== undefined),
  }
}

export function say(message: string): void {
  process.stderr.write(`${harmlessLine(`assay: ${forTerminal(message)}`)}\n`)
}
