import type { LLMAdapter } from '@assay/core'

type ReplyLimits = {
  /** The largest limit of output tokens of a call. */
  readonly tokens: number
  /** Set by the user for every call of this judge. */
  readonly isSet: boolean
  /** What the user can do about a reply that was truncated at that limit. */
  readonly nextStep?: string
}

/** The user's own limit replaces any other; and servers refuse a limit that leaves the prompt no room. */
export function replyLimits({ fingerprint, capabilities: { contextWindow } }: LLMAdapter): ReplyLimits {
  const set = fingerprint['maxOutputTokens']
  if (typeof set === 'number') {
    const nextStep = `The option maxOutputTokens of this judge allows ${set} and was not overridden: raise it, or leave it out.`
    return { tokens: set, isSet: true, nextStep }
  }
  if (contextWindow === undefined) return { tokens: Number.POSITIVE_INFINITY, isSet: false }
  const tokens = Math.max(1, Math.floor(contextWindow / 2))
  return {
    tokens,
    isSet: false,
    nextStep: `That is half of its context window of ${contextWindow} tokens, or less where the prompt leaves less: name a judge with a larger one.`,
  }
}
