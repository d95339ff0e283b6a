import { type AnyMetric, estimateCallTokens, type LLMCall, type LLMReply, noUsage } from '@assay/core'
import { rehearsedReply } from '@assay/judge'
import { renderDryRun } from '@assay/reporters'
import { type Check, dryRun, type EvaluateOptions, type MetricChoice, type RowChecks } from '@assay/runner'
import { exitCode, type StorePlace } from '@assay/command-kit'
import { say } from '../output/outputs.ts'

export type DryRunInput = {
  readonly metrics: MetricChoice
  readonly rows: EvaluateOptions['data']
  readonly hasPlainAnswers?: boolean | undefined
  readonly store: StorePlace
  readonly settings: Pick<EvaluateOptions, 'prices' | 'repeat' | 'cache' | 'serviceTier'>
}

/** `--dry-run`: prints the calls and cost of a run, with cached replies taken into account. It sends no request and creates no folder; opening a store on Postgres creates its tables. */
export async function showDryRun({ metrics, rows, store: place, settings, hasPlainAnswers = false }: DryRunInput): Promise<number> {
  const hasStore = settings.cache !== false && place.exists()
  const store = hasStore ? await place.open((message) => say(`warning: ${message}`)) : undefined
  try {
    const report = await dryRun({
      data: rows,
      metrics: typeof metrics === 'function' ? (sample) => metricsOf(metrics(sample)) : metrics,
      prices: settings.prices,
      serviceTier: settings.serviceTier,
      rehearse: (call, before) => rehearsedReply(call, before) ?? (hasPlainAnswers ? rehearsedAnswer(call) : undefined),
      lookup: store?.lookup,
      repeat: settings.repeat,
    })
    process.stdout.write(`${renderDryRun(report)}\n`)
    return exitCode.ok
  } finally {
    await store?.close()
  }
}

/** Output of a user-defined prompt. */
const ANSWER_TOKENS = 512

/** A possible answer to a user-defined prompt: only its length counts. */
function rehearsedAnswer(call: LLMCall): LLMReply | undefined {
  if (call.output !== undefined) return undefined
  const outputTokens = Math.min(ANSWER_TOKENS, call.maxOutputTokens ?? ANSWER_TOKENS)
  return { text: 'An answer.', finishReason: 'stop', usage: { ...noUsage, calls: 1, inputTokens: estimateCallTokens(call), outputTokens } }
}

function metricsOf(plan: RowChecks | readonly Check[]): readonly AnyMetric[] {
  return ('checks' in plan ? plan.checks : plan).map(({ metric }) => metric)
}
