import { existsSync } from 'node:fs'
import type { AnyMetric } from '@assay/core'
import { rehearsedReply } from '@assay/judge'
import { forTerminal } from '@assay/reporters'
import {
  type Check,
  createPriceList,
  dryRun,
  type EvaluateOptions,
  type MetricChoice,
  openReplyStore,
  renderDryRun,
  replyStoreFile,
  type RowChecks,
} from '@assay/runner'
import { exitCode, STORE_FOLDER } from '@assay/command-kit'
import type { EvalOptions } from '../asked/eval-options.ts'
import { say } from '../written/outputs.ts'

export type DryRunInput = {
  readonly options: EvalOptions
  readonly metrics: MetricChoice
  readonly rows: EvaluateOptions['data']
  readonly settings: Pick<EvaluateOptions, 'prices' | 'repeat'>
}

/** `--dry-run`: prints what a run would ask and cost, with what is kept already. Asks nobody, and makes no folder. */
export async function showDryRun({ options, metrics, rows, settings }: DryRunInput): Promise<number> {
  const isKept = options.cache && existsSync(replyStoreFile(STORE_FOLDER))
  const store = isKept ? await openReplyStore({ folder: STORE_FOLDER, onWarning: (message) => say(`warning: ${message}`) }) : undefined
  try {
    const report = await dryRun({
      data: rows,
      metrics: typeof metrics === 'function' ? (sample) => metricsOf(metrics(sample)) : metrics,
      prices: settings.prices ?? createPriceList(),
      rehearse: rehearsedReply,
      lookup: store?.lookup,
      repeat: settings.repeat,
    })
    process.stdout.write(`${renderDryRun(report, forTerminal)}\n`)
    return exitCode.ok
  } finally {
    await store?.close()
  }
}

function metricsOf(asked: RowChecks | readonly Check[]): readonly AnyMetric[] {
  return ('checks' in asked ? asked.checks : asked).map(({ metric }) => metric)
}
