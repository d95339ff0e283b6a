import { configError } from '@assay/core'
import { type ClaimVerifier, llmVerifier, votes as votesOf } from '@assay/judge'
import type { Judge } from '@assay/options'
import { contextRecall } from '@assay/metric-llm-recall'
import { evaluate, type EvaluateOptions } from '@assay/runner'
import { createEffort } from '../figures/effort-figures.ts'
import { createComparedRows } from './compare-rows.ts'
import type { ProviderComparison, ProviderFigures } from './provider-comparison.ts'
import type { SharedClaims } from './shared-claims.ts'

/** How a model is asked; a verifier that is no model is taken as it is. */
export type AskedHow = {
  readonly strategy?: 'batched' | 'per-claim' | undefined
  readonly votes?: number | undefined
  readonly requireQuote?: boolean | undefined
}

export type NamedJudge = { readonly name: string; readonly judge: Judge }

export type CompareOptions = {
  /** At least two, each name once. */
  readonly judges: readonly NamedJudge[]
  readonly claims: SharedClaims
  readonly data: EvaluateOptions['data']
  readonly how?: AskedHow
  /** Of the runner: limits, store, budget, signals. */
  readonly settings?: Omit<EvaluateOptions, 'data' | 'metrics'>
}

/** One context recall for each judge, over the same claims: named as the judge, and nothing else differs. */
export function providerMetrics(judges: readonly NamedJudge[], { extractor }: Pick<SharedClaims, 'extractor'>, how: AskedHow = {}) {
  checkJudges(judges, how)
  return judges.map(({ name, judge }) => contextRecall({ extractor, verifier: verifierOf(judge, how), name }))
}

/**
 * The same metric on the same samples by several judges: scores, verdicts and reasons side by side, how far they agree, and what it took.
 * @throws AssayError `config` for fewer than two judges, two of one name, or an option that none of them would read.
 */
export async function compareProviders({ judges, claims, data, how = {}, settings = {} }: CompareOptions): Promise<ProviderComparison> {
  const metrics = providerMetrics(judges, claims, how)
  const names = judges.map(({ name }) => name)
  const compared = createComparedRows(names)
  const efforts = new Map(names.map((name) => [name, createEffort()]))
  const asked = new Map(names.map((name) => [name, 0]))
  const evaluation = evaluate({
    ...settings,
    // A judge that cannot be reached takes no score from the others.
    stopScope: 'metric',
    data,
    metrics,
    onEvent(event) {
      if (event.type === 'call-ended' || event.type === 'kept-reply') efforts.get(event.metric)?.see(event)
      settings.onEvent?.(event)
    },
  })
  for await (const batch of evaluation.batches()) {
    for (const { result } of batch) {
      compared.add(result)
      for (const name of names) asked.set(name, (asked.get(name) ?? 0) + claimsIn(result.scores[name]?.detail))
    }
  }
  const { run, metrics: figures, stopped } = await evaluation.result()
  const providers = run.metrics.map(({ name, signature }): ProviderFigures => {
    const { mean = null, interval = null, noInterval = null, scored = 0, unscored = 0, causes = {} } = figures[name] ?? {}
    const effort = (efforts.get(name) ?? createEffort()).result(asked.get(name) ?? 0)
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

function verifierOf(judge: Judge, { votes = 1, ...how }: AskedHow): ClaimVerifier {
  if ('verify' in judge) return judge
  const verifier = llmVerifier({ judge, ...how })
  return votes === 1 ? verifier : votesOf(verifier, votes)
}

function checkJudges(judges: readonly NamedJudge[], how: AskedHow): void {
  if (judges.length < 2) throw configError('A comparison needs two judges or more: name each with --judge.')
  const twice = judges.find(({ name }, at) => judges.findIndex((other) => other.name === name) !== at)
  if (twice !== undefined) throw configError(`The judge ${twice.name} is named twice. Name it once.`)
  const idle = Object.entries(how).find(([, value]) => value !== undefined && value !== false && value !== 1)
  if (idle !== undefined && judges.every(({ judge }) => 'verify' in judge)) {
    throw configError(`${idle[0]} is for models, and none of these judges is one. Leave it out.`)
  }
}
