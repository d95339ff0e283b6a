import { type RunStore, STORE_FOLDER } from '@assay/command-kit'
import { configError, type JsonObject } from '@assay/core'

export type BenchCommand = 'assay-bench run' | 'assay-bench providers'

/** The options of every command that can be resumed, besides its own. */
export type ResumeOptions = {
  /** Resume the last unfinished run, or the one with the id `resumeRun`. */
  readonly resume?: boolean
  readonly resumeRun?: string
}

/** What the store holds of a run so that it can be resumed. */
export function resumeInfoOf(command: BenchCommand, given: ResumeOptions): JsonObject {
  const options: JsonObject = JSON.parse(JSON.stringify({ ...given, resume: undefined, resumeRun: undefined }))
  return { command, options }
}

/**
 * The run that `--resume` means. Its options are those it began with, replaced by those given now.
 * @throws AssayError `config` where there is none, it is finished, another process works on it, or another command began it.
 */
export async function benchRunToResume<Options extends ResumeOptions>(
  command: BenchCommand,
  given: Options,
  store: RunStore,
): Promise<{ readonly id: string; readonly options: Options } | undefined> {
  const { resume, resumeRun, ...own } = given
  if (resume !== true && resumeRun === undefined) return undefined
  const replies = await store.open()
  const run = await (resumeRun === undefined ? replies.lastUnfinishedRun() : replies.run(resumeRun))
  if (run === undefined) {
    const which = resumeRun === undefined ? 'unfinished run' : `run ${resumeRun}`
    const why = replies.problem()?.message
    throw configError(
      `There is no ${which} in ${STORE_FOLDER}${why === undefined ? '' : ` that could be read: ${why}`}. Leave --resume out to begin one.`,
    )
  }
  if (run.status === 'finished')
    throw configError(`The run ${run.id} is finished: there is nothing to resume. Run it again without --resume.`)
  if (run.isAlive) throw configError(`Another process works on the run ${run.id}. Wait for it, or begin a new run without --resume.`)
  const began = optionsFrom(run.resume, command)
  if (began === undefined) throw configError(`The run ${run.id} was not begun by ${command}. Name a run that was, as in --resume=ID.`)
  return { id: run.id, options: { ...given, ...began, ...own } }
}

function optionsFrom(info: unknown, command: BenchCommand): object | undefined {
  if (typeof info !== 'object' || info === null || !('command' in info) || info.command !== command || !('options' in info))
    return undefined
  return typeof info.options === 'object' && info.options !== null ? info.options : undefined
}
