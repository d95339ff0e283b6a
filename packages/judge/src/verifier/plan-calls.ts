import { AssayError, estimateCallTokens, estimateTokens, type LLMAdapter } from '@assay/core'
import type { Claim } from '../claim.ts'
import { judgeName } from '../judge-name.ts'
import type { ResolvedPrompt } from '../prompts/prompt.ts'
import { tagged } from '../prompts/tagged.ts'
import { verdictsMessages } from '../prompts/verdicts-messages.ts'
import { replyLimits } from '../reply-limits.ts'
import { verdictsSchema } from '../wire/verdicts-shape.ts'
import { OUTPUT_TOKENS_PER_CLAIM, verdictTokens } from './request-verdicts.ts'
import { type ContextPiece, splitPiece } from './context-piece.ts'

/** The calls to a judge about one sample: every chunk of claims with every group of contexts. */
export type CallPlan = {
  readonly chunks: readonly (readonly Claim[])[]
  /** One if all contexts are sent together. */
  readonly groups: readonly (readonly ContextPiece[])[]
}

export type CallSizes = {
  /** The most tokens of contexts beside these claims; infinite if the window is unknown. */
  readonly roomBeside: (claims: readonly Claim[]) => number
  readonly ofPieces: (pieces: readonly ContextPiece[]) => number
}

/** As many as a usual model may write: 16,384 tokens. */
const MOST_CLAIMS = 48
/** All contexts are sent again for further claims up to this often before they are divided: divided, each is sent once per chunk. */
const MOST_CHUNKS = 4

/** Sizes of calls by the estimate, with room for the reply. */
export function callSizes(o: {
  readonly judge: LLMAdapter
  readonly prompt: ResolvedPrompt
  readonly userInput: string | undefined
}): CallSizes {
  const { contextWindow = Number.POSITIVE_INFINITY } = o.judge.capabilities
  const messages = verdictsMessages({ contexts: [], claims: [], userInput: o.userInput, prompt: o.prompt })
  const fixed = estimateCallTokens({ messages, output: { name: '', schema: verdictsSchema } }) + WIDEST_NONCES
  const window = Number.isFinite(contextWindow) ? Math.floor(contextWindow / 2) : contextWindow
  const mostReply = Math.min(replyLimits(o.judge).tokens, window)
  const isSet = replyLimits(o.judge).isSet
  return {
    roomBeside(claims) {
      const reply = isSet ? mostReply : Math.min(verdictTokens(claims.length), mostReply)
      return contextWindow - fixed - reply - claims.reduce((sum, claim) => sum + tokensOfClaim(claim), 0)
    },
    ofPieces: (pieces) => pieces.reduce((sum, piece) => sum + tokensOfPiece(piece), 0),
  }
}

/**
 * Everything together if it fits; else claims in several calls, each with all contexts; else contexts in groups, and a context that is
 * too long for any group in parts.
 * @throws AssayError `context_overflow` if contexts would have to be divided and may not be, or cannot be.
 */
export function planCalls(o: {
  readonly judge: LLMAdapter
  readonly sizes: CallSizes
  readonly claims: readonly Claim[]
  readonly pieces: readonly ContextPiece[]
  readonly perClaim: boolean
  readonly grouping: boolean
}): CallPlan {
  const { judge, sizes, claims, pieces, perClaim, grouping } = o
  const most = perClaim ? 1 : mostClaims(judge)
  const all = sizes.ofPieces(pieces)
  if (claims.every((claim) => sizes.roomBeside([claim]) >= all)) {
    const chunks = chunked(claims, most, (chunk) => sizes.roomBeside(chunk) >= all)
    const isCheap = perClaim || !grouping || chunks.length <= Math.max(MOST_CHUNKS, Math.ceil(claims.length / most))
    if (isCheap) return { chunks, groups: [pieces] }
  }
  if (!grouping) {
    throw overflow(
      judge,
      `${pieces.length} contexts of about ${all} tokens do not fit beside a claim, and grouping is off. Allow grouping, pass`,
    )
  }
  const half = claims.reduce((least, claim) => Math.min(least, sizes.roomBeside([claim])), Infinity) / 2
  const chunks = chunked(claims, most, (chunk) => sizes.roomBeside(chunk) >= half)
  const room = chunks.reduce((least, chunk) => Math.min(least, sizes.roomBeside(chunk)), Infinity)
  return { chunks, groups: grouped(pieces, room, sizes, judge) }
}

/** Consecutive claims, as many to a chunk as fit, at least one. */
export function chunked(claims: readonly Claim[], most: number, fits: (chunk: readonly Claim[]) => boolean): Claim[][] {
  const chunks: Claim[][] = []
  for (const claim of claims) {
    const last = chunks.at(-1)
    if (last !== undefined && last.length < most && fits([...last, claim])) last.push(claim)
    else chunks.push([claim])
  }
  return chunks
}

function grouped(pieces: readonly ContextPiece[], room: number, sizes: CallSizes, judge: LLMAdapter): ContextPiece[][] {
  const groups: ContextPiece[][] = []
  let left = 0
  for (const piece of pieces) {
    const isLong = sizes.ofPieces([piece]) > room
    const parts = isLong ? splitPiece(piece, room - sizes.ofPieces([{ ...piece, text: '' }])) : [piece]
    if (parts === undefined) {
      throw overflow(
        judge,
        `a sentence of retrievedContexts[${piece.index}] alone is longer than the about ${Math.max(0, room)} tokens left for contexts. Pass`,
      )
    }
    for (const part of parts) {
      const tokens = sizes.ofPieces([part])
      const last = groups.at(-1)
      if (last !== undefined && tokens <= left) last.push(part)
      else groups.push([part])
      left = (last !== undefined && tokens <= left ? left : room) - tokens
    }
  }
  return groups
}

/** As many as the reply has room for. */
function mostClaims(judge: LLMAdapter): number {
  return Math.max(1, Math.min(MOST_CLAIMS, Math.floor(replyLimits(judge).tokens / OUTPUT_TOKENS_PER_CLAIM)))
}

/** A nonce is estimated by its digits: this one has the most. */
const NONCE = '0'.repeat(16)
/** The tags around the question. */
const WIDEST_NONCES = 2 * NONCE.length

function tokensOfPiece({ text }: ContextPiece): number {
  return estimateTokens(tagged('context', NONCE, '', ' number="10000"')) + estimateTokens(text)
}

function tokensOfClaim({ id, text }: Claim): number {
  return estimateTokens(tagged('claim', NONCE, text, ` id=${JSON.stringify(id)}`)) + estimateTokens(`${id}, `)
}

function overflow(judge: LLMAdapter, what: string): AssayError {
  const { contextWindow } = judge.capabilities
  return new AssayError({
    kind: 'context_overflow',
    message: `${judgeName(judge)} was not called: ${what} shorter contexts or name a model with a context window of more than ${contextWindow ?? 0} tokens.`,
    provider: judge.provider,
    modelId: judge.modelId,
  })
}
