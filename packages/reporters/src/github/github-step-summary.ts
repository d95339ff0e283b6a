import { createMarkdownReporter } from '../markdown/markdown-reporter.ts'
import type { Reporter } from '../reporter.ts'
import { growingFileSink } from '../sink/growing-file-sink.ts'

/** The environment of a process: `process.env`, or what stands for it. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The reporter that adds a Markdown summary to the page of a GitHub workflow's run; `undefined` where `GITHUB_STEP_SUMMARY` names no file. */
export function githubStepSummary(env: Environment): Reporter | undefined {
  const path = env['GITHUB_STEP_SUMMARY']
  if (path === undefined || path === '') return undefined
  const sink = growingFileSink(path, { start: 'end' })
  // What another tool wrote before may lack an end of line.
  return createMarkdownReporter({
    ...sink,
    async open() {
      await sink.open()
      await sink.write('\n\n')
    },
  })
}
