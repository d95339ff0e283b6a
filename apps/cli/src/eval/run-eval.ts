import { statSync } from 'node:fs'
import { createDirectRuntime } from '@assay/core'
import { evaluate } from '@assay/runner'
import { chosenMetrics } from './chosen-metrics.ts'
import { evalData } from './eval-data.ts'
import type { EvalOptions } from './eval-options.ts'
import { exitCodeOf, scoredIn } from './eval-exit.ts'
import { openOutputs } from './outputs.ts'
import { untilInterrupted } from './until-interrupted.ts'
import { keepYoungHeapSmall } from './young-heap.ts'

/** `assay eval`: reads, scores, writes and reports. Gives the exit code. @throws AssayError where nothing could be scored. */
export async function runEval(options: EvalOptions): Promise<number> {
  keepYoungHeapSmall()
  const metrics = await chosenMetrics(options)
  const outputs = openOutputs(options)
  const data = evalData(options, metrics, (message) => outputs.warn(message))
  if (metrics.some(({ kind, evidence }) => kind === 'llm' && evidence !== 'screen') && options.data.every(canBeReadTwice))
    await readThrough(data)

  return untilInterrupted(async (signal) => {
    const evaluation = evaluate({ data, metrics, concurrency: options.concurrency, runtime: runtimeFor(options, signal), signal })
    await outputs.begin(evaluation.run)
    try {
      for await (const rows of evaluation.batches()) await outputs.rows(rows)
    } catch (error) {
      await outputs.abandon()
      throw error
    }
    const summary = await evaluation.summary
    if (summary.stopped !== undefined && scoredIn(summary) === 0) {
      await outputs.giveUp(summary)
      outputs.say(summary.stopped.reason)
    } else {
      for (const sentence of await outputs.end(summary)) outputs.say(sentence)
      if (summary.stopped !== undefined && options.quiet) outputs.say(`stopped early: ${summary.stopped.reason}`)
    }
    return exitCodeOf(summary, {
      allowUnscored: options.allowUnscored,
      unscoredRows: outputs.unscoredRows(),
      wasInterrupted: signal.aborted,
      hasLostOutput: outputs.hasLost(),
    })
  })
}

/** Before the first paid call every file is read once: a broken line must not be found after money was spent. */
async function readThrough(data: AsyncIterable<unknown>): Promise<void> {
  for await (const _rows of data);
}

/** A pipe gives its rows once: they are checked as they come. A file that is not there is refused when it is read. */
function canBeReadTwice(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? true
}

function runtimeFor({ maxRetries, timeoutSeconds }: EvalOptions, signal: AbortSignal): ReturnType<typeof createDirectRuntime> {
  return createDirectRuntime({
    signal,
    ...(maxRetries === undefined ? {} : { retry: { maxAttempts: maxRetries + 1 } }),
    ...(timeoutSeconds === undefined ? {} : { attemptTimeoutMs: timeoutSeconds * 1000 }),
  })
}
