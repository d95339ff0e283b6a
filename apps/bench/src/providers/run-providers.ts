import { existsSync } from 'node:fs'
import { createCatalog } from '@assay/catalog'
import { type Interruption, type RunStore, STORE_FOLDER, unlessAborted } from '@assay/command-kit'
import { configError, type LLMAdapter } from '@assay/core'
import { type DataRow, readDataset } from '@assay/datasets'
import { llmExtractor } from '@assay/judge'
import { renderDryRun } from '@assay/reporters'
import { type Budget, createBudget, dryRun, openReplyStore, type PriceList, priceListOf, replyStoreFile } from '@assay/runner'
import { resumeInfoOf } from '../cli/bench-run-to-resume.ts'
import { runSettingsIn } from '../cli/shared-settings.ts'
import { say } from '../cli/say.ts'
import { type ModelOptions, compareProviders, type NamedJudge, providerMetrics } from './compare-providers.ts'
import type { ProvidersOptions } from './providers-settings.ts'
import type { ProviderComparison } from './provider-comparison.ts'
import { extractedClaims, sentenceClaims } from './shared-claims.ts'

type Found =
  | { readonly dryRun: string }
  | {
      readonly comparison: ProviderComparison
      /** The run to resume, if the store holds it. */
      readonly resumable: string | undefined
    }

/** A run of the command: its options, the run that it resumes, and the store. */
export type ProvidersRun = { readonly options: ProvidersOptions; readonly resume: string | undefined; readonly store: RunStore }

/**
 * Reads the data, extracts claims and compares the judges. Extraction and comparison share one run of the store, so that both are resumed.
 * @throws AssayError `config` or `data` for unusable options or data, before any call.
 */
export async function runProviders({ options, resume, store }: ProvidersRun, { now, finish }: Interruption): Promise<Found> {
  const { judge: names = [], strategy, votes, requireQuote, claims: splitBy = 'sentences', cache = true } = options
  const modelOptions: ModelOptions = { strategy, votes, requireQuote }
  const catalog = createCatalog()
  const judges = await Promise.all(names.map(async (name): Promise<NamedJudge> => ({ name, judge: await catalog.judgeFrom(name) })))
  const splitter = splitBy === 'sentences' ? undefined : modelOf(await catalog.judgeFrom(splitBy), splitBy)
  // Wrong judges and options are reported before the data is read.
  providerMetrics(judges, sentenceClaims(), modelOptions)
  const rows = await unlessAborted(rowsOf(options), finish)
  const prices = priceListOf(options.prices)
  if (options.dryRun === true) return { dryRun: await rehearsed({ judges, splitter, modelOptions, rows, prices, cache }) }
  const resumeInfo = resumeInfoOf('assay-bench providers', options)
  // One budget for extraction and comparison together.
  const budget = budgetOf(options, prices)
  const { budgetUsd: _usd, budgetTokens: _tokens, ...own } = runSettingsIn(options)
  const settings = { ...own, budget, prices, store: store.open, resumeInfo, resume, signal: now, finish }
  const claims = splitter === undefined ? sentenceClaims() : await extractedClaims(splitter, batches(rows), settings)
  const resumed = { ...settings, resume: resume ?? claims.run?.run.id }
  const comparison = await compareProviders({ judges, claims, data: batches(rows), modelOptions, settings: resumed })
  return { comparison, resumable: (await store.holds(comparison.run)) ? comparison.run : undefined }
}

/** Reads all rows before the first call, so that a broken line costs no money. A comparison holds every row anyway. */
async function rowsOf({ data = [], columns = {}, delimiter, limit }: ProvidersOptions): Promise<readonly DataRow[]> {
  if (data.length === 0) throw configError('Name the samples with --data, or resume a run with --resume.')
  const rows: DataRow[] = []
  const read = readDataset(data, {
    columns,
    delimiter,
    ...(limit === undefined ? {} : { limit }),
    needs: ['reference', 'retrievedContexts'],
    reads: ['userInput'],
    onWarning: warn,
  })
  for await (const batch of read) rows.push(...batch)
  return rows
}

// oxlint-disable-next-line typescript/require-await -- the runner reads batches asynchronously
async function* batches(rows: readonly DataRow[]): AsyncGenerator<readonly DataRow[]> {
  yield rows
}

function budgetOf({ budgetUsd: usd, budgetTokens: tokens }: ProvidersOptions, prices: PriceList): Budget | undefined {
  return usd === undefined && tokens === undefined ? undefined : createBudget({ usd, tokens }, prices)
}

function modelOf(judge: NamedJudge['judge'], name: string): LLMAdapter {
  if (!('verify' in judge)) return judge
  throw configError(`--claims ${name}: only a model can split references. Name a model, or "sentences".`)
}

async function rehearsed(input: {
  readonly judges: readonly NamedJudge[]
  readonly splitter: LLMAdapter | undefined
  readonly modelOptions: ModelOptions
  readonly rows: readonly DataRow[]
  readonly prices: PriceList
  readonly cache: boolean
}): Promise<string> {
  const { judges, splitter, modelOptions, rows, prices, cache } = input
  // The metrics share one extractor, so that the dry run counts its calls once, as the run does.
  const extractor = splitter === undefined ? sentenceClaims().extractor : llmExtractor({ judge: splitter })
  const store =
    cache && existsSync(replyStoreFile(STORE_FOLDER)) ? await openReplyStore({ folder: STORE_FOLDER, onWarning: warn }) : undefined
  try {
    const report = await dryRun({
      data: batches(rows),
      metrics: providerMetrics(judges, { extractor }, modelOptions),
      prices,
      lookup: store?.lookup,
    })
    return renderDryRun(report)
  } finally {
    await store?.close()
  }
}

function warn(message: string): void {
  say(`warning: ${message}`)
}
