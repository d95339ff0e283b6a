import { createMarkdownReporter } from '../markdown/markdown-reporter.ts'
import type { Reporter } from '../reporter.ts'
import { stepSummarySink } from './step-summary-sink.ts'

/** The environment of a process: `process.env`, or what stands for it. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The reporter that adds a Markdown summary to the page of a GitHub workflow's run; `undefined` where `GITHUB_STEP_SUMMARY` names no file. */
export function githubStepSummary(env: Environment): Reporter | undefined {
  const sink = stepSummarySink(env)
  return sink === undefined ? undefined : createMarkdownReporter(sink)
}
