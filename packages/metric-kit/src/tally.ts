import type { Verdict } from '@assay/judge'

export type Tally = {
  readonly supported: number
  readonly undecided: number
  /** Undecided ones with as many votes for as against. */
  readonly tied: number
  /** Undecided ones that count as supported; `null` without a threshold. */
  readonly likely: number | null
  /** The share of supported claims, undecided ones counted by the verifier's threshold; `null` if they cannot be. */
  readonly value: number | null
  /** All undecided claims unsupported … all supported; only if there are some. */
  readonly range: readonly [low: number, high: number] | undefined
}

/** supported / claims. There is at least one verdict. */
export function tally(verdicts: readonly Verdict[], threshold: number | undefined): Tally {
  const of = verdicts.length
  const supported = verdicts.filter(({ outcome }) => outcome === 'supported').length
  const open = verdicts.filter(({ outcome }) => outcome === 'undecided')
  if (open.length === 0) return { supported, undecided: 0, tied: 0, likely: 0, value: supported / of, range: undefined }
  const countable = threshold !== undefined && open.every(({ probability }) => probability !== undefined)
  const likely = open.filter(({ probability }) => threshold !== undefined && probability !== undefined && probability >= threshold).length
  return {
    supported,
    undecided: open.length,
    tied: open.filter(({ votes }) => votes !== undefined).length,
    likely: countable ? likely : null,
    value: countable ? (supported + likely) / of : null,
    range: [supported / of, (supported + open.length) / of],
  }
}

export function isSupported(verdict: Verdict | undefined): boolean {
  return verdict?.outcome === 'supported'
}
