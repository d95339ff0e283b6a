import { sayAs } from '@assay/command-kit'
import {
  createJsonReporter,
  createTerminalReporter,
  type GateResult,
  githubAnnotations,
  githubStepSummary,
  type Reporter,
  reporterFor,
  streamSink,
} from '@assay/reporters'
import type { EvaluatedRow, RunInfo, RunSummary } from '@assay/runner'
import type { EvalOptions } from '../asked/eval-options.ts'
import { inPlace } from '../asked/in-place.ts'
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
  /** On GitHub: what did not hold, as annotations. */
  readonly annotate: (summary: RunSummary, failed: readonly GateResult[]) => void
  /** Tells the user something on stderr, whatever else is written where. */
  readonly say: (message: string) => void
  /** The same for what is probably not meant; not when quiet. */
  readonly warn: (message: string) => void
  readonly hasLost: () => boolean
}

/** What is `aside` nobody asked for by name: where it cannot be written the run is none the worse. */
type Output = { readonly name: string; readonly reporter: Reporter; readonly aside?: true; fault?: string }

/** @throws AssayError `config` for a file whose ending names no format. */
export function openOutputs(options: EvalOptions): Outputs {
  const { outputs: files, quiet, csvSafe } = options
  const jsonOnStdout = files.includes('-')
  const people = jsonOnStdout ? process.stderr : process.stdout
  const all: Output[] = [...new Set(files)].map((file) => ({
    name: file,
    reporter:
      file === '-'
        ? createJsonReporter(streamSink(process.stdout))
        : inPlace(options, 'output', () => reporterFor(file, { csvSafe }), files.length > 1 ? files.indexOf(file) : undefined),
  }))
  if (!quiet)
    all.push({
      name: 'the terminal',
      reporter: createTerminalReporter({
        sink: streamSink(people, jsonOnStdout ? 'the standard error' : undefined),
        ...terminalLook(people),
      }),
    })

  const stepSummary = githubStepSummary(process.env)
  if (stepSummary !== undefined) all.push({ name: 'the summary on GitHub', reporter: stepSummary, aside: true })

  async function each(act: (reporter: Reporter, name: string, aside: boolean) => unknown): Promise<void> {
    for (const output of all) {
      if (output.fault !== undefined) continue
      try {
        await act(output.reporter, output.name, output.aside ?? false)
      } catch (error) {
        output.fault = faultOf(error)
        if (output.aside === true) warn(`${output.name} was not written: ${output.fault}`)
        await output.reporter.abandon().catch(() => undefined)
      }
    }
  }

  return {
    async begin(run) {
      try {
        for (const { reporter, aside } of all) if (aside !== true) await reporter.begin(run)
      } catch (error) {
        // Those begun before it have left a file that is not whole.
        await Promise.all(all.map(({ reporter }) => reporter.abandon().catch(() => undefined)))
        throw error
      }
      await each((reporter, _name, aside) => (aside ? reporter.begin(run) : undefined))
    },
    rows: (rows) => each((reporter) => reporter.rows(rows)),
    async end(summary, gates) {
      await each((reporter) => reporter.end(summary, { gates }))
      const written = all.filter(({ name, fault }) => fault === undefined && name !== '-' && files.includes(name))
      if (!quiet && written.length > 0) say(`wrote ${written.map(({ name }) => name).join(', ')}`)
      return all.flatMap(({ name, fault, aside }) =>
        fault === undefined || aside === true ? [] : `${name === '-' ? 'the standard output' : name} was lost: ${fault}`,
      )
    },
    giveUp: (summary) => each((reporter, name) => (name === '-' ? reporter.end(summary) : reporter.abandon())),
    abandon: () => each((reporter) => reporter.abandon()),
    annotate(summary, failed) {
      const lines = githubAnnotations(process.env, summary, { gates: failed })
      // Workflow commands are read from both streams.
      if (lines !== '') people.write(lines)
    },
    say,
    warn,
    hasLost: () => all.some(({ fault, aside }) => fault !== undefined && aside !== true),
  }

  function warn(message: string): void {
    if (!quiet) say(`warning: ${message}`)
  }
}

function faultOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function say(message: string): void {
  sayAs('assay', message)
}
