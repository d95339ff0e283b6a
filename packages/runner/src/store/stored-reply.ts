import type { LLMAdapter, LLMCall, LLMReply } from '@assay/core'

/** The adapter of a reply, without its function. */
export type StoredAdapter = Pick<LLMAdapter, 'provider' | 'modelId' | 'capabilities' | 'fingerprint'>

/** A reply as stored, with its usage data. */
export type StoredReply = {
  readonly reply: LLMReply
  /** Which draw of its call: with fingerprint and call it makes the key. */
  readonly draw: number
  /** Of the successful request, in milliseconds. */
  readonly latencyMs: number
  /** Requests made for it, failed ones included. */
  readonly attempts: number
  /** The call as sent. It is stored for `replies()` and exports; `get` and `lookup` leave it out, since their callers have it. */
  readonly call?: LLMCall | undefined
  /** The same as rendered by core's `callJson`, if that was done already. */
  readonly callJson?: string | undefined
  readonly adapter: StoredAdapter
  /** Milliseconds since 1970. Default when it is put: now. */
  readonly receivedAt?: number | undefined
}
