import { type GivenUp, type LLMAdapter, type LLMCall, type LLMReply, noUsage, type Usage } from '@assay/core'
import type { CalledModel } from './run-event.ts'
import type { MostTokens } from '../money/cost-of.ts'
import type { PaidCall } from './paid-call.ts'

/** One call of a metric to a judge. */
export type JudgeCall = PaidCall & {
  readonly adapter: LLMAdapter
  readonly model: CalledModel
  readonly call: LLMCall
  /** The call as rendered by `callJson`, and its key with adapter and draw. */
  readonly json: string
  readonly key: string
  readonly draw: number
  readonly read: (reply: LLMReply) => unknown
  /** The most that this reply can have used; without a reply, the most of the last request. */
  readonly most: (reply?: LLMReply) => MostTokens
  /** Called before each request with the parts of the call that are left out or changed. */
  readonly onSend: (givenUp: GivenUp) => void
}

/** The reply to a call, and its reading. */
export type JudgeAnswer = {
  readonly reply: LLMReply
  readonly reading: Reading
  readonly usage: Usage
  readonly attempts: number
  readonly latencyMs: number
  /** No request was made for it now. */
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

/** A reply that was charged elsewhere. */
export function unpaid(reply: LLMReply): LLMReply {
  return { ...reply, usage: noUsage }
}
