import type { LLMAdapter, LLMCall, LLMReply } from '@assay/core'

/** Who was asked: all of an adapter but the asking. */
export type KeptAdapter = Pick<LLMAdapter, 'provider' | 'modelId' | 'capabilities' | 'fingerprint'>

/** A reply as it is kept, with what it took to get it. */
export type KeptReply = {
  readonly reply: LLMReply
  /** Which draw of its call: with fingerprint and call it makes the key. */
  readonly draw: number
  /** Of the request that was answered, in milliseconds. */
  readonly latencyMs: number
  /** Requests made for it, failed ones included. */
  readonly attempts: number
  /** As sent. It is kept for `replies()` and exports; `get` and `lookup` leave it out, since who asks has it. */
  readonly call?: LLMCall | undefined
  /** The same as core's `callJson` renders it, where that was done already. */
  readonly callJson?: string | undefined
  readonly adapter: KeptAdapter
  /** Milliseconds since 1970. Left out when it is put: now. */
  readonly receivedAt?: number | undefined
}
