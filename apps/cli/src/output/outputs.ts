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

/** Everything a run is written to, as one. A file that cannot be written any more does not take the others with it. */
export type Outputs = {
  /**
   * Without rows to report on (`hasRows` is false) no file is opened, and a report of before stays; JSON on stdout is always whole.
   * @throws AssayError `config` where an output cannot be opened: before anything is scored.
   */
  readonly begin: (run: RunInfo, hasRows: boolean) => Promise<void>
  readonly rows: (rows: readonly EvaluatedRow[]) => Promise<void>
  /**
   * Completes all, the page for people only where something was scored or the run came to its end: that nothing was is one sentence. Gives
   * a sentence for each that was lost on the way.
   */
  readonly end: (summary: RunSummary, gates: readonly GateResult[]) => Promise<readonly string[]>
  readonly abandon: () => Promise<void>
  /** On GitHub: what did not hold, as annotations. */
  readonly annotate: (summary: RunSummary, failed: readonly GateResult[]) => void
  /** Tells the user something on stderr, whatever else is written where. */
  readonly say: (message: string) => void
  /** The same for what is probably not meant, each thing once; not when quiet. */
  readonly warn: (message: string) => void
  /** And for what was decided for the user. */
  readonly note: (message: string) => void
  readonly hasLost: () => boolean
}

/** What is `aside` nobody asked for by name: where it cannot be written the run is none the worse. */
type Output = { readonly name: string; readonly reporter: Reporter; readonly aside?: true; readonly isPage?: true; fault?: string }

/**
 * @param label Of one of several runs: what it is called in all that is said of it. It is written to files alone, and its command tells the rest.
 * @throws AssayError `config` for a file whose ending names no format.
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
        // Those begun before it have left a file that is not whole.
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

  /** Rows that are read twice say everything twice. */
  function warn(message: string): void {
    if (quiet || warned.has(message)) return
    warned.add(message)
    tell(`warning: ${message}`)
  }
}

function faultOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Of what is probably not meant, and of names that have changed. */
export function sayWarning(message: string): void {
  say(`warning: ${message}`)
}

export function say(message: string): void {
  sayAs('assay', message)
}
