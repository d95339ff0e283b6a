import { sayAs } from '@assay/command-kit'
import {
  createJsonReporter,
  createTerminalReporter,
  forTerminal,
  type GateResult,
  githubAnnotations,
  githubStepSummary,
  type Reporter,
  reporterFor,
  streamSink,
} from '@assay/reporters'
import type { EvaluatedRow, RunInfo, RunSummary } from '@assay/runner'
import { inPlace } from '../settings/in-place.ts'
import { type EvalRequest, listOf, optionName } from '../settings/request.ts'
import { scoredIn } from '../run/eval-exit.ts'
import { csvColumns } from './csv-columns.ts'
import { terminalLook } from './terminal-look.ts'

/** All outputs of a run. A file that can no longer be written does not affect the others. */
export type Outputs = {
  /**
   * Without rows to report (`hasRows` is false) no file is opened, and an earlier report stays; JSON on stdout is always complete.
   * @throws AssayError `config` if an output cannot be opened: before any row is scored.
   */
  readonly begin: (run: RunInfo, hasRows: boolean) => Promise<void>
  readonly rows: (rows: readonly EvaluatedRow[]) => Promise<void>
  /**
   * Completes all outputs; the page for people only if a row was scored or the run came to its end: otherwise there is only a sentence.
   * Returns a sentence for each output that was lost.
   */
  readonly end: (summary: RunSummary, gates: readonly GateResult[]) => Promise<readonly string[]>
  readonly abandon: () => Promise<void>
  /** On GitHub: failed conditions, as annotations. */
  readonly annotate: (summary: RunSummary, failed: readonly GateResult[]) => void
  /** Prints a message for the user on stderr. */
  readonly say: (message: string) => void
  /** Prints a warning about a probable mistake, each once; not when quiet. */
  readonly warn: (message: string) => void
  /** Prints a note about a decision made for the user. */
  readonly note: (message: string) => void
  readonly hasLost: () => boolean
}

/** An output that the user did not name: failing to write it does not fail the run. */
type Output = { readonly name: string; readonly reporter: Reporter; readonly aside?: true; readonly isPage?: true; fault?: string }

/**
 * @param label For one of several runs: its name in all messages. Its output goes only to files, and the command prints the rest.
 * @throws AssayError `config` for a file whose suffix names no format.
 */
export function openOutputs(request: EvalRequest, label?: string): Outputs {
  const { output: named, quiet = false, csvSafe = false, csvColumns: chosen, samples } = request.settings
  const files = listOf(named)
  const columns =
    chosen === undefined
      ? undefined
      : csvColumns(
          listOf(chosen).flatMap((names) => names.split(',')),
          optionName(request, 'csvColumns'),
        )
  const jsonOnStdout = files.includes('-')
  const people = jsonOnStdout ? process.stderr : process.stdout
  const all: Output[] = [...new Set(files)].map((file) => ({
    name: file,
    reporter:
      file === '-'
        ? createJsonReporter(streamSink(process.stdout), { samples })
        : inPlace(
            request,
            'output',
            () => reporterFor(file, { csvSafe, csvColumns: columns, samples }),
            files.length > 1 ? files.indexOf(file) : undefined,
          ),
  }))
  if (!quiet && label === undefined)
    all.push({
      name: 'the terminal',
      isPage: true,
      reporter: createTerminalReporter({
        sink: streamSink(people, jsonOnStdout ? 'the standard error' : undefined),
        ...terminalLook(people),
      }),
    })

  const stepSummary = label === undefined ? githubStepSummary(process.env) : undefined
  const tell = (message: string): void => say(label === undefined ? message : `${forTerminal(label)}: ${message}`)
  if (stepSummary !== undefined) all.push({ name: 'the summary on GitHub', reporter: stepSummary, aside: true })

  let open: readonly Output[] = []
  const warned = new Set<string>()
  async function each(act: (reporter: Reporter, output: Output) => unknown): Promise<void> {
    for (const output of open) {
      if (output.fault !== undefined) continue
      try {
        await act(output.reporter, output)
      } catch (error) {
        output.fault = faultOf(error)
        if (output.aside === true) warn(`${output.name} was not written: ${output.fault}`)
        await output.reporter.abandon().catch(() => undefined)
      }
    }
  }

  return {
    async begin(run, hasRows) {
      open = hasRows ? all : all.filter(({ name }) => name === '-')
      try {
        for (const { reporter, aside } of open) if (aside !== true) await reporter.begin(run)
      } catch (error) {
        // Outputs opened before have left an incomplete file.
        await Promise.all(open.map(({ reporter }) => reporter.abandon().catch(() => undefined)))
        throw error
      }
      await each((reporter, { aside }) => (aside === true ? reporter.begin(run) : undefined))
    },
    rows: (rows) => each((reporter) => reporter.rows(rows)),
    async end(summary, gates) {
      const isEmpty = summary.stopped !== undefined && scoredIn(summary) === 0
      await each((reporter, { isPage }) => (isEmpty && isPage === true ? reporter.abandon() : reporter.end(summary, { gates })))
      const written = open.filter(({ name, fault }) => fault === undefined && name !== '-' && files.includes(name))
      if (!quiet && label === undefined && written.length > 0) say(`wrote ${written.map(({ name }) => name).join(', ')}`)
      return all.flatMap(({ name, fault, aside }) =>
        fault === undefined || aside === true ? [] : `${name === '-' ? 'the standard output' : name} was lost: ${fault}`,
      )
    },
    abandon: () => each((reporter) => reporter.abandon()),
    annotate(summary, failed) {
      const lines = githubAnnotations(process.env, summary, { gates: failed })
      // Workflow commands are read from both streams.
      if (lines !== '') people.write(lines)
    },
    say: tell,
    warn,
    note(message) {
      if (!quiet) tell(`note: ${message}`)
    },
    hasLost: () => all.some(({ fault, aside }) => fault !== undefined && aside !== true),
  }

  /** Rows that are read twice cause each message twice. */
  function warn(message: string): void {
    if (quiet || warned.has(message)) return
    warned.add(message)
    tell(`warning: ${message}`)
  }
}

function faultOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** For probable mistakes, and for names that have changed. */
export function sayWarning(message: string): void {
  say(`warning: ${message}`)
}

export function say(message: string): void {
  sayAs('assay', message)
}
