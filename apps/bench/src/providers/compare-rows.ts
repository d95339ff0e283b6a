import type { Score } from '@assay/core'
import type { RowResult } from '@assay/runner'
import { binaryAgreement, confusionCounts, type Label, meanAbsoluteError } from '@assay/stats'
import * as z from 'zod'
import type { ClaimDifference, ComparedRow, ProviderPair, SharedRows } from './provider-comparison.ts'
import { sharedDifferences } from './shared-differences.ts'

const detailSchema = z.object({
  claims: z.array(z.object({ id: z.string(), text: z.string() })),
  verdicts: z.array(z.object({ claim: z.string(), outcome: z.enum(['supported', 'unsupported', 'undecided']), reason: z.string() })),
})

type Said = ClaimDifference['said'][number]

export type ComparedRows = {
  readonly add: (result: RowResult) => void
  readonly result: () => {
    readonly rows: ComparedRow[]
    readonly differences: ClaimDifference[]
    readonly pairs: ProviderPair[]
    readonly shared: SharedRows
  }
}

/** Collects scores and verdicts of several providers on the same rows. */
export function createComparedRows(providers: readonly string[]): ComparedRows {
  const rows: ComparedRow[] = []
  const differences: ClaimDifference[] = []
  /** For every claim: the decision of each provider. */
  const decided: ReadonlyMap<string, Label>[] = []

  function addClaims(row: string, scores: RowResult['scores']): void {
    const claims = new Map<string, { readonly text: string; readonly said: Said[] }>()
    for (const provider of providers) {
      const score = scores[provider]
      if (score?.status !== 'scored') continue
      const { claims: listed, verdicts } = detailSchema.parse(score.detail)
      const verdictOf = new Map(verdicts.map((verdict) => [verdict.claim, verdict]))
      for (const { id, text } of listed) {
        const verdict = verdictOf.get(id)
        const claim = claims.get(id) ?? { text, said: [] }
        claims.set(id, claim)
        if (verdict !== undefined) claim.said.push({ provider, outcome: verdict.outcome, reason: verdict.reason })
      }
    }
    for (const { text, said } of claims.values()) {
      decided.push(
        new Map(
          said.flatMap(({ provider, outcome }) => (outcome === 'undecided' ? [] : [[provider, outcome === 'supported' ? 1 : 0] as const])),
        ),
      )
      if (new Set(said.map(({ outcome }) => outcome)).size > 1) differences.push({ row, claim: text, said })
    }
  }

  function pairOf(a: string, b: string, difference: ProviderPair['difference']): ProviderPair {
    const both = decided.flatMap((claim) => {
      const [one, other] = [claim.get(a), claim.get(b)]
      return one === undefined || other === undefined ? [] : [{ one, other }]
    })
    const agreement = binaryAgreement(
      confusionCounts(
        both.map(({ one }) => one),
        both.map(({ other }) => other),
      ),
    )
    const scored = rows.flatMap(({ scores }) => {
      const [one, other] = [scores[a] ?? null, scores[b] ?? null]
      return one === null || other === null ? [] : [{ a: one, b: other }]
    })
    return {
      a,
      b,
      claims: both.length,
      agreement: agreement.accuracy,
      kappa: agreement.kappa,
      noKappa: agreement.reasons.kappa ?? null,
      rows: scored.length,
      meanAbsoluteDifference: meanAbsoluteError(
        scored.map((row) => row.a),
        scored.map((row) => row.b),
      ).value,
      difference,
    }
  }

  return {
    add({ id, cluster, scores }) {
      const entries = providers.flatMap((provider) => {
        const score = scores[provider]
        return score === undefined ? [] : [[provider, score] as const]
      })
      rows.push({
        id,
        ...(cluster === undefined ? {} : { cluster }),
        scores: Object.fromEntries(entries.map(([provider, score]) => [provider, score.value])),
        unscored: Object.fromEntries(
          entries.flatMap(([provider, score]) => (score.status === 'unscored' ? [[provider, failureOf(score)]] : [])),
        ),
      })
      addClaims(id, scores)
    },
    result() {
      const { shared, between } = sharedDifferences(providers, rows)
      return { rows, differences, pairs: pairsOf(providers).map(([a, b]) => pairOf(a, b, between(a, b))), shared }
    },
  }
}

function failureOf({ cause, reason, error }: Extract<Score, { status: 'unscored' }>): ComparedRow['unscored'][string] {
  return error === undefined ? { cause, reason } : { cause, reason, error }
}

function pairsOf(providers: readonly string[]): (readonly [string, string])[] {
  return providers.flatMap((a, at) => providers.slice(at + 1).map((b) => [a, b] as const))
}
