import { type GivenUp, type LLMAdapter, type LLMCall, type LLMReply, noUsage, type Usage } from '@assay/core'
import type { AskedModel } from './run-event.ts'
import type { MostTokens } from '../money/cost-of.ts'
import type { PaidCall } from './paid-call.ts'

/** One call of a metric to a judge. */
export type JudgeCall = PaidCall & {
  readonly adapter: LLMAdapter
  readonly model: AskedModel
  readonly call: LLMCall
  /** The call as `callJson` renders it, and the key that it has with adapter and draw. */
  readonly json: string
  readonly key: string
  readonly draw: number
  readonly read: (reply: LLMReply) => unknown
  /** What this reply can have taken, if there is one; else what the request sent last can. */
  readonly most: (reply?: LLMReply) => MostTokens
  /** Told before each request what of the call is not sent, or not so. */
  readonly onSend: (givenUp: GivenUp) => void
}

/** The reply to a call, read by who asked it. */
export type JudgeAnswer = {
  readonly reply: LLMReply
  readonly reading: Reading
  readonly usage: Usage
  readonly attempts: number
  readonly latencyMs: number
  /** Nobody was asked for it now. */
  readonly stored: boolean
}

export type Reading = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: unknown }

export function tryRead({ read }: Pick<JudgeCall, 'read'>, reply: LLMReply): Reading {
  try {
    return { ok: true, value: read(reply) }
  } catch (error) {
    return { ok: false, error }
  }
}

/** A reply that was paid for elsewhere. */
export function unpaid(reply: LLMReply): LLMReply {
  return { ...reply, usage: noUsage }
}
