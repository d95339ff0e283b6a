import { configError } from '@assay/core'
import { type ClaimVerifier, llmVerifier, votes as votesOf } from '@assay/judge'
import type { Judge } from '@assay/options'
import { contextRecall } from '@assay/metric-llm-recall'
import { evaluate, type EvaluateOptions } from '@assay/runner'
import { createEffort } from '../figures/effort-figures.ts'
import { createComparedRows } from './compare-rows.ts'
import type { ProviderComparison, ProviderFigures } from './provider-comparison.ts'
import type { SharedClaims } from './shared-claims.ts'

/** Options for models as judges. Other verifiers ignore them. */
export type ModelOptions = {
  readonly strategy?: 'batched' | 'per-claim' | undefined
  readonly votes?: number | undefined
  readonly requireQuote?: boolean | undefined
}

export type NamedJudge = { readonly name: string; readonly judge: Judge }

export type CompareOptions = {
  /** At least two, with different names. */
  readonly judges: readonly NamedJudge[]
  readonly claims: SharedClaims
  readonly data: EvaluateOptions['data']
  readonly modelOptions?: ModelOptions
  /** Options of the runner: limits, store, budget, signals. */
  readonly settings?: Omit<EvaluateOptions, 'data' | 'metrics'>
}

/** One context recall metric per judge, named like the judge, over the same claims. */
export function providerMetrics(
  judges: readonly NamedJudge[],
  { extractor }: Pick<SharedClaims, 'extractor'>,
  modelOptions: ModelOptions = {},
) {
  checkJudges(judges, modelOptions)
  return judges.map(({ name, judge }) => contextRecall({ extractor, verifier: verifierOf(judge, modelOptions), name }))
}

/**
 * Scores the same samples by the same metric with several judges: scores, verdicts and reasons side by side, agreement, cost and latency.
 * @throws AssayError `config` for fewer than two judges, two with one name, or an option that no judge reads.
 */
export async function compareProviders({
  judges,
  claims,
  data,
  modelOptions = {},
  settings = {},
}: CompareOptions): Promise<ProviderComparison> {
  const metrics = providerMetrics(judges, claims, modelOptions)
  const names = judges.map(({ name }) => name)
  const compared = createComparedRows(names)
  const efforts = new Map(names.map((name) => [name, createEffort()]))
  const claimCounts = new Map(names.map((name) => [name, 0]))
  const evaluation = evaluate({
    ...settings,
    // If one judge cannot be reached, the others go on.
    stopScope: 'metric',
    data,
    metrics,
    onEvent(event) {
      if (event.type === 'call-ended' || event.type === 'cached-reply') efforts.get(event.metric)?.see(event)
      settings.onEvent?.(event)
    },
  })
  for await (const batch of evaluation.batches()) {
    for (const { result } of batch) {
      compared.add(result)
      for (const name of names) claimCounts.set(name, (claimCounts.get(name) ?? 0) + claimsIn(result.scores[name]?.detail))
    }
  }
  const { run, metrics: figures, stopped } = await evaluation.result()
  const providers = run.metrics.map(({ name, signature }): ProviderFigures => {
    const { mean = null, interval = null, noInterval = null, scored = 0, unscored = 0, causes = {} } = figures[name] ?? {}
    const effort = (efforts.get(name) ?? createEffort()).result(claimCounts.get(name) ?? 0)
    return { name, signature, mean, interval, noInterval, scored, unscored, causes, effort }
  })
  return {
    schemaVersion: 1,
    kind: 'provider-comparison',
    run: run.id,
    startedAt: claims.run?.run.startedAt ?? run.startedAt,
    finishedAt: run.finishedAt,
    claims: {
      by: claims.by,
      run: claims.run?.run.id ?? null,
      usage: claims.run?.usage ?? null,
      cost: claims.run === null ? 0 : claims.run.cost,
      ...(claims.run?.costIsBound === true ? { costIsBound: true } : {}),
    },
    providers,
    ...compared.result(),
    stopped: stopped ?? claims.run?.stopped ?? null,
  }
}

function claimsIn(detail: unknown): number {
  const claims: unknown = typeof detail === 'object' && detail !== null ? Reflect.get(detail, 'claims') : undefined
  return Array.isArray(claims) ? claims.length : 0
}

function verifierOf(judge: Judge, { votes = 1, ...modelOptions }: ModelOptions): ClaimVerifier {
  if ('verify' in judge) return judge
  const verifier = llmVerifier({ judge, ...modelOptions })
  return votes === 1 ? verifier : votesOf(verifier, votes)
}

function checkJudges(judges: readonly NamedJudge[], modelOptions: ModelOptions): void {
  if (judges.length < 2) throw configError('A comparison needs two judges or more: name each with --judge.')
  const twice = judges.find(({ name }, at) => judges.findIndex((other) => other.name === name) !== at)
  if (twice !== undefined) throw configError(`The judge ${twice.name} is named twice. Name it once.`)
  const given = Object.entries(modelOptions).find(([, value]) => value !== undefined && value !== false && value !== 1)
  if (given !== undefined && judges.every(({ judge }) => 'verify' in judge)) {
    throw configError(`${given[0]} has no effect: none of these judges is a model. Leave it out.`)
  }
}
