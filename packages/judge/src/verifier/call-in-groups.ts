import { AssayError } from '@assay/core'
import { allValues, callAll } from '../call-all.ts'
import type { Claim } from '../claim.ts'
import type { Repaired } from '../repairs.ts'
import type { Verdict } from '../verdict.ts'
import { type ContextPiece, halvePiece, halvePieces } from './context-piece.ts'

/** One successful call: its contexts and its verdicts. */
export type AnsweredCall = { readonly pieces: readonly ContextPiece[]; readonly verdicts: readonly Verdict[] }

/** Makes one call. `once` marks a choice of contexts that no other call has. */
export type VerifyCall = (
  claims: readonly Claim[],
  pieces: readonly ContextPiece[],
  once?: 'once',
) => Promise<Repaired & { readonly verdicts: readonly Verdict[] }>

/** All calls for one set of claims and contexts. */
type AnsweredCalls = Repaired & { readonly calls: readonly AnsweredCall[] }

/** A single context is halved at most this often: into sixteenths. */
const MOST_SPLITS = 4

/**
 * Verifies claims with contexts together. If the provider reports that this is too long, it verifies them with each half of the contexts,
 * repeatedly: at most log2 of their number, and at most four times for a single long context. Then it takes fewer claims at a time.
 * @throws AssayError `context_overflow` if nothing is left to divide; any other failure unchanged.
 */
export async function callByHalves(
  verifyCall: VerifyCall,
  claims: readonly Claim[],
  pieces: readonly ContextPiece[],
  splits = MOST_SPLITS,
): Promise<AnsweredCalls> {
  try {
    return await callAtOnce(verifyCall, claims, pieces)
  } catch (error) {
    if (!AssayError.is(error) || error.kind !== 'context_overflow') throw error
    const halves = halvesOf(claims, pieces, splits)
    if (halves === undefined) throw error
    const answers = await callAll(halves.map((half) => () => callByHalves(verifyCall, half.claims, half.pieces, half.splits)))
    const { values, repairs } = allValues(answers, error.repairs)
    return { calls: values.flatMap(({ calls }) => calls), repairs }
  }
}

/** Verifies claims with contexts together, without dividing. @throws AssayError */
export async function callAtOnce(
  verifyCall: VerifyCall,
  claims: readonly Claim[],
  pieces: readonly ContextPiece[],
): Promise<AnsweredCalls> {
  const { verdicts, repairs } = await verifyCall(claims, pieces)
  return { calls: [{ pieces, verdicts }], repairs }
}

type Half = { readonly claims: readonly Claim[]; readonly pieces: readonly ContextPiece[]; readonly splits: number }

function halvesOf(claims: readonly Claim[], pieces: readonly ContextPiece[], splits: number): Half[] | undefined {
  if (pieces.length > 1) return halvePieces(pieces).map((half) => ({ claims, pieces: half, splits }))
  const [only] = pieces
  const parts = only === undefined || splits === 0 ? undefined : halvePiece(only)
  if (parts !== undefined) return parts.map((part) => ({ claims, pieces: [part], splits: splits - 1 }))
  if (claims.length < 2) return undefined
  const middle = Math.ceil(claims.length / 2)
  return [claims.slice(0, middle), claims.slice(middle)].map((half) => ({ claims: half, pieces, splits }))
}
