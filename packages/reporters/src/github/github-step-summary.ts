import { createMarkdownReporter } from '../markdown/markdown-reporter.ts'
import type { Reporter } from '../reporter.ts'
import { growingFileSink } from '../sink/growing-file-sink.ts'

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The reporter that appends a Markdown summary to the step summary of a GitHub workflow; `undefined` where `GITHUB_STEP_SUMMARY` names no file. */
export function githubStepSummary(env: Environment): Reporter | undefined {
  const path = env['GITHUB_STEP_SUMMARY']
  if (path === undefined || path === '') return undefined
  const sink = growingFileSink(path, { start: 'end' })
  // The file may end in a line of another tool without a line break.
  return createMarkdownReporter({
    ...sink,
    async open() {
      await sink.open()
      await sink.write('\n\n')
    },
  })
}
