import type { RunStore } from '@assay/command-kit'
import { resolve } from 'node:path'
import { type AssayError, configError, isRecord, type JsonValue } from '@assay/core'
import type { StoredRun } from '@assay/runner'
import type { CommandLine } from '../settings/request.ts'

/** A run to resume, and the number of its replies. */
export type ResumedRun = { readonly id: string; readonly line: CommandLine; readonly replies: number }

/**
 * The run that `--resume` means, and the command line to run: the one that began it, preceded by the given options; the given one if the
 * run was begun in another way.
 * @throws AssayError `config` if there is no such run, it is finished, another process has it, or it was begun over other data.
 */
export async function resumedRun(given: CommandLine, store: RunStore): Promise<ResumedRun | undefined> {
  const { resume, resumeRun: named, ...options } = given.raw
  const resumeRun = typeof named === 'string' ? named : undefined
  if (resume !== true && resumeRun === undefined) return undefined
  const replies = await store.open()
  const run = await (resumeRun === undefined ? replies.lastUnfinishedRun() : replies.run(resumeRun))
  if (run === undefined) {
    const problem = replies.problem()
    const other = resumeRun === undefined ? (await replies.stats())?.unfinished.find(({ isAlive }) => isAlive) : undefined
    if (other !== undefined) throw isWorkedOn(`The unfinished run ${other.id}`)
    const what =
      resumeRun === undefined
        ? `There is no unfinished run in ${store.place.shown}`
        : `There is no run ${resumeRun} in ${store.place.shown}`
    throw configError(
      problem === undefined ? `${what}. Leave --resume out to begin one.` : `${what} that could be read: ${problem.message}`,
    )
  }
  if (run.status === 'finished')
    throw configError(`The run ${run.id} is finished: there is nothing to resume. Run it again without --resume.`)
  if (run.isAlive) throw isWorkedOn(`The run ${run.id}`)
  return { id: run.id, line: lineOf({ data: given.data, raw: options }, run), replies: run.replies }
}

function lineOf(given: CommandLine, { id, resume }: StoredRun): CommandLine {
  const began = commandLineOf(resume)
  if (began === undefined) {
    if (given.data.length > 0) return given
    throw configError(`The run ${id} was not begun by this command. Give its data and options again, beside --resume=${id}.`)
  }
  if (given.data.length > 0 && !isSameData(given.data, began.data))
    throw configError(
      `The run ${id} was begun over ${began.data.join(' ')}. Leave ${given.data.join(' ')} out to go on with it, or --resume to begin another.`,
    )
  return { data: began.data, raw: { ...began.raw, ...given.raw } }
}

function isSameData(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((path, at) => resolve(path) === resolve(other[at] ?? ''))
}

function commandLineOf(stored: JsonValue): CommandLine | undefined {
  if (!isRecord(stored) || !Array.isArray(stored['data']) || !isRecord(stored['raw'])) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored by this command; options are checked when they are read
  return stored as unknown as CommandLine
}

function isWorkedOn(run: string): AssayError {
  return configError(`${run} is being worked on by another process. Wait for it, or begin one of its own.`)
}
