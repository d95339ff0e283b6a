import { type RunStore, STORE_FOLDER } from '@assay/command-kit'
import { configError, type JsonObject } from '@assay/core'

export type BenchCommand = 'assay-bench run' | 'assay-bench providers'

/** What every command that can be resumed takes besides its own options. */
export type ResumeOptions = {
  /** The last unfinished run, or that of an id. */
  readonly resume?: boolean
  readonly resumeRun?: string
}

/** What the store keeps of a run for whoever resumes it. */
export function resumeInfoOf(command: BenchCommand, given: ResumeOptions): JsonObject {
  const options: JsonObject = JSON.parse(JSON.stringify({ ...given, resume: undefined, resumeRun: undefined }))
  return { command, options }
}

/**
 * The run that `--resume` means, with the options that began it under those given now.
 * @throws AssayError `config` where there is none, it is finished, another process has it, or another command began it.
 */
export async function resumedRun<Options extends ResumeOptions>(
  command: BenchCommand,
  given: Options,
  store: RunStore,
): Promise<{ readonly id: string; readonly options: Options } | undefined> {
  const { resume, resumeRun, ...own } = given
  if (resume !== true && resumeRun === undefined) return undefined
  const replies = await store.open()
  const run = resumeRun === undefined ? replies.lastUnfinishedRun() : replies.run(resumeRun)
  if (run === undefined) {
    const which = resumeRun === undefined ? 'unfinished run' : `run ${resumeRun}`
    const why = replies.problem()?.message
    throw configError(
      `There is no ${which} in ${STORE_FOLDER}${why === undefined ? '' : ` that could be read: ${why}`}. Leave --resume out to begin one.`,
    )
  }
  if (run.status === 'finished')
    throw configError(`The run ${run.id} is finished: there is nothing to resume. Run it again without --resume.`)
  if (run.isAlive) throw configError(`The run ${run.id} is being worked on by another process. Wait for it, or begin one of its own.`)
  const began = optionsFrom(run.resume, command)
  if (began === undefined) throw configError(`The run ${run.id} was not begun by ${command}. Name one that was, as in --resume=ID.`)
  return { id: run.id, options: { ...given, ...began, ...own } }
}

function optionsFrom(kept: unknown, command: BenchCommand): object | undefined {
  if (typeof kept !== 'object' || kept === null || !('command' in kept) || kept.command !== command || !('options' in kept))
    return undefined
  return typeof kept.options === 'object' && kept.options !== null ? kept.options : undefined
}
