import { existsSync } from 'node:fs'
import type { AnyMetric } from '@assay/core'
import { rehearsedReply } from '@assay/judge'
import { forTerminal } from '@assay/reporters'
import { createPriceList, dryRun, type EvaluateOptions, openReplyStore, renderDryRun, replyStoreFile } from '@assay/runner'
import { exitCode } from '../exit-code.ts'
import type { EvalOptions } from './eval-options.ts'
import { say } from './outputs.ts'
import { STORE_FOLDER } from './run-store.ts'

export type DryRunInput = {
  readonly options: EvalOptions
  readonly metrics: readonly AnyMetric[]
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
      metrics,
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
