import { createMarkdownReporter } from '../markdown/markdown-reporter.ts'
import type { Reporter } from '../reporter.ts'
import { stepSummarySink } from './step-summary-sink.ts'

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The reporter that appends a Markdown summary to the step summary of a GitHub workflow; `undefined` where `GITHUB_STEP_SUMMARY` names no file. */
export function githubStepSummary(env: Environment): Reporter | undefined {
  const sink = stepSummarySink(env)
  return sink === undefined ? undefined : createMarkdownReporter(sink)
}
