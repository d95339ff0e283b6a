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
  readonly settings: Pick<EvaluateOptions, 'prices' | 'repeat' | 'cache'>
}

/** `--dry-run`: prints what a run would ask and cost, with what is kept already. Asks nobody, and makes no folder. */
export async function showDryRun({ metrics, rows, store: place, settings, hasPlainAnswers = false }: DryRunInput): Promise<number> {
  const isKept = settings.cache !== false && place.exists()
  const store = isKept ? await place.open((message) => say(`warning: ${message}`)) : undefined
  try {
    const report = await dryRun({
      data: rows,
      metrics: typeof metrics === 'function' ? (sample) => metricsOf(metrics(sample)) : metrics,
      prices: settings.prices,
      rehearse: (call, asked) => rehearsedReply(call, asked) ?? (hasPlainAnswers ? rehearsedAnswer(call) : undefined),
      lookup: store?.lookup,
      repeat: settings.repeat,
    })
    process.stdout.write(`${renderDryRun(report)}\n`)
    return exitCode.ok
  } finally {
    await store?.close()
  }
}

/** Output of a prompt of the user's. */
const ANSWER_TOKENS = 512

/** What a model might answer a prompt of the user's: only its length counts. */
function rehearsedAnswer(call: LLMCall): LLMReply | undefined {
  if (call.output !== undefined) return undefined
  const outputTokens = Math.min(ANSWER_TOKENS, call.maxOutputTokens ?? ANSWER_TOKENS)
  return { text: 'An answer.', finishReason: 'stop', usage: { ...noUsage, calls: 1, inputTokens: estimateCallTokens(call), outputTokens } }
}

function metricsOf(asked: RowChecks | readonly Check[]): readonly AnyMetric[] {
  return ('checks' in asked ? asked.checks : asked).map(({ metric }) => metric)
}
