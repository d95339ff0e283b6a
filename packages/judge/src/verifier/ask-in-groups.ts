import { AssayError } from '@assay/core'
import { allValues, askAll } from '../ask-all.ts'
import type { Claim } from '../claim.ts'
import type { Repaired } from '../repairs.ts'
import type { Verdict } from '../verdict.ts'
import { type ContextPiece, halvePiece, halvePieces } from './context-piece.ts'

/** One call that was answered: the contexts it showed and its verdicts. */
export type AnsweredCall = { readonly pieces: readonly ContextPiece[]; readonly verdicts: readonly Verdict[] }

/** Asks one call. One that is `once` shows contexts in a choice that no other call shows. */
export type Ask = (
  claims: readonly Claim[],
  pieces: readonly ContextPiece[],
  once?: 'once',
) => Promise<Repaired & { readonly verdicts: readonly Verdict[] }>

/** All calls that one question took. */
type AnsweredCalls = Repaired & { readonly calls: readonly AnsweredCall[] }

/** A single context is halved so often at most: into sixteenths. */
const MOST_SPLITS = 4

/**
 * Asks about claims and contexts together, and where the provider says that this is too long, about each half of the contexts, as often as
 * it says so: at most log2 of their number, and of a context that is too long alone at most four times. Then fewer claims at a time.
 * @throws AssayError `context_overflow` where nothing is left to divide; any other failure as it is.
 */
export async function askByHalves(
  ask: Ask,
  claims: readonly Claim[],
  pieces: readonly ContextPiece[],
  splits = MOST_SPLITS,
): Promise<AnsweredCalls> {
  try {
    return await askAtOnce(ask, claims, pieces)
  } catch (error) {
    if (!AssayError.is(error) || error.kind !== 'context_overflow') throw error
    const halves = halvesOf(claims, pieces, splits)
    if (halves === undefined) throw error
    const answers = await askAll(halves.map((half) => () => askByHalves(ask, half.claims, half.pieces, half.splits)))
    const { values, repairs } = allValues(answers, error.repairs)
    return { calls: values.flatMap(({ calls }) => calls), repairs }
  }
}

/** Asks about claims and contexts together, and nothing else. @throws AssayError */
export async function askAtOnce(ask: Ask, claims: readonly Claim[], pieces: readonly ContextPiece[]): Promise<AnsweredCalls> {
  const { verdicts, repairs } = await ask(claims, pieces)
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
