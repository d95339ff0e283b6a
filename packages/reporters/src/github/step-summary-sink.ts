import { growingFileSink } from '../sink/growing-file-sink.ts'
import type { TextSink } from '../sink/text-sink.ts'
import type { Environment } from './github-step-summary.ts'

/** Adds to the page of a GitHub workflow's run; `undefined` where `GITHUB_STEP_SUMMARY` names no file. */
export function stepSummarySink(env: Environment): TextSink | undefined {
  const path = env['GITHUB_STEP_SUMMARY']
  if (path === undefined || path === '') return undefined
  const sink = growingFileSink(path, { start: 'end' })
  return {
    ...sink,
    async open() {
      await sink.open()
      // What another tool wrote before may lack an end of line.
      await sink.write('\n\n')
    },
  }
}
