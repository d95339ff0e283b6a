import { AssayError, type AssayErrorKind } from '../assay-error.ts'
import { abortedError } from '../aborted-error.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { GivenUp, LLMAdapter, LLMCall, LLMReply } from '../llm-adapter.ts'
import { type Adapted, adaptCall, combinationOf, type Part, partsOf } from './given-up.ts'
import { readRefusal, type Refusal } from './refusal.ts'

/**
 * What servers were found to refuse, during one run. If a server refuses a request for an unclear reason, the request is repeated with
 * one part dropped after the other: at most three times for one combination of parameters at one adapter, and never once that combination
 * was accepted. What the user set is not changed.
 */
export type ParameterFallback = {
  readonly begin: (adapter: LLMAdapter, call: LLMCall) => FallbackCall
  /** Restores what an earlier part of the run had found when it received this reply. */
  readonly recall: (adapter: LLMAdapter, call: LLMCall, reply: LLMReply) => void
  /** What was dropped so far: one sentence each, with the option that avoids the refused request. */
  readonly warnings: () => readonly string[]
}

/** One call in flight. */
export type FallbackCall = {
  /** The call as it should be sent now. Waits while another call finds out what its server accepts. */
  readonly next: (signal?: AbortSignal) => Promise<Adapted>
  /** Reports a reply. */
  readonly worked: () => void
  /** Reports a failure. Returns `undefined` if the call is to be sent again, else the error to throw. */
  readonly failed: (error: unknown, signal?: AbortSignal) => Promise<unknown>
}

type Combination = {
  /** The largest accepted limit of output tokens; 0 before one was accepted. */
  taken: number
  /** Extra requests that were made to find out what is refused. */
  tries: number
  /** Whether no part is left to try. */
  isHopeless: boolean
  /** A call goes alone where no other had such a limit yet: what it finds out is not to be found out by all that are in flight beside it. */
  first: Promise<void> | undefined
  /** The largest limit of output tokens that came back, whatever became of it. */
  seen: number
}

type Known = { refused: GivenUp; readonly combinations: Map<string, Combination>; search: Search | undefined }

type Search = {
  readonly combination: Combination
  /** The call that was refused first. */
  readonly requested: LLMCall
  /** The error to throw if nothing helps. */
  readonly first: unknown
  readonly tried: Set<Part>
  /** Parts whose dropping changed the complaint: they stay dropped. */
  confirmed: GivenUp
  trial: GivenUp
  complaint: string
  readonly over: PromiseWithResolvers<void>
}

const MOST_TRIES = 3
/** Kinds of failure in which the server accepted the request itself. */
const ANSWERED: ReadonlySet<AssayErrorKind> = new Set(['empty_reply', 'invalid_reply', 'truncated', 'refused'])

export type ParameterFallbackOptions = {
  /**
   * Whether a call goes alone where no other had its combination, or so large a limit: what is refused is then found out by one call, and
   * not by all that are in flight. Default false: a metric on its own makes few calls, and makes them at once.
   */
  readonly isFirstAlone?: boolean | undefined
}

export function createParameterFallback({ isFirstAlone = false }: ParameterFallbackOptions = {}): ParameterFallback {
  const byAdapter = new Map<string, Known>()
  const warnings = new Set<string>()
  const warn = (changes: readonly string[]): void => {
    for (const change of changes) warnings.add(change)
  }

  function knownOf(adapter: LLMAdapter): Known {
    const key = canonicalJson(adapter.fingerprint)
    const known = byAdapter.get(key) ?? { refused: {}, combinations: new Map<string, Combination>(), search: undefined }
    byAdapter.set(key, known)
    return known
  }

  return {
    begin: (adapter, call) => beginCall(adapter, call, { known: knownOf(adapter), warn, isFirstAlone }),
    recall(adapter, call, { givenUp = {} }) {
      const known = knownOf(adapter)
      if (known.search === undefined) known.refused = { ...known.refused, ...givenUp }
      const adapted = adaptCall(adapter, call, givenUp)
      take(known, adapter, adapted.call)
      warn(adapted.warnings)
    },
    warnings: () => [...warnings],
  }
}

type Surroundings = { readonly known: Known; readonly warn: (changes: readonly string[]) => void; readonly isFirstAlone: boolean }

function beginCall(adapter: LLMAdapter, call: LLMCall, { known, warn, isFirstAlone }: Surroundings): FallbackCall {
  /** State of this call. */
  let search: Search | undefined
  let sent = call
  let changes: readonly string[] = []
  /** Of a call that goes first: lets go of those who wait for it. */
  let letOthers: (() => void) | undefined

  /** Waits for another call that finds out what the server takes, or that goes first with the same combination. */
  async function inTurn(signal: AbortSignal | undefined): Promise<Adapted> {
    for (;;) {
      // oxlint-disable-next-line no-unmodified-loop-condition -- other calls begin and end searches
      while (search === undefined && known.search !== undefined) await settled(known.search.over.promise, signal)
      const adapted = adaptCall(adapter, call, search?.trial ?? known.refused)
      if (!isFirstAlone || search !== undefined || partsOf(adapter, adapted.call).length === 0) return adapted
      const combination = combinationIn(known, combinationOf(adapter, adapted.call))
      const limit = limitOf(adapted.call)
      if (limit <= Math.max(combination.seen, combination.taken)) return adapted
      if (combination.first === undefined) {
        const { promise, resolve } = Promise.withResolvers<void>()
        combination.first = promise
        letOthers = () => {
          combination.seen = Math.max(combination.seen, limit)
          combination.first = undefined
          letOthers = undefined
          resolve()
        }
        return adapted
      }
      await settled(combination.first, signal)
    }
  }

  function end(): void {
    known.search = undefined
    search?.over.resolve()
    search = undefined
  }

  function worked(): void {
    take(known, adapter, sent)
    warn(changes)
    letOthers?.()
    if (search === undefined) return
    known.refused = search.trial
    end()
  }

  /** Drops one more part, or in the last trial all that are left. Returns false if that was already tried. */
  function tryOn(found: Search, refusal: Refusal): boolean {
    const mustLimit = adapter.capabilities.needsOutputLimit === true
    const left = open(refusal, found.combination, found.requested).filter((part) => {
      const confirmed = found.confirmed[part]
      // A limit that was lowered can still be dropped, or lowered further.
      return confirmed === undefined || (typeof confirmed === 'number' && (!mustLimit || (refusal.cap ?? confirmed) < confirmed))
    })
    const untried = left.filter((part) => !found.tried.has(part))
    const isLast = untried.length === 0 || found.combination.tries === MOST_TRIES - 1
    const chosen = isLast ? left : [refusal.hints.find((part) => untried.includes(part)) ?? untried[0]]
    const trial: { -readonly [Name in Part]?: GivenUp[Name] } = { ...found.confirmed }
    for (const part of chosen) {
      if (part === 'maxOutputTokens')
        trial[part] = refusal.cap !== undefined && (mustLimit || !found.tried.has(part)) ? refusal.cap : 'none'
      else if (part !== undefined) trial[part] = true
    }
    if (chosen.length === 0 || found.combination.tries >= MOST_TRIES || isSameGiven(trial, found.trial)) return false
    for (const part of chosen) if (part !== undefined) found.tried.add(part)
    found.trial = trial
    found.combination.tries += 1
    return true
  }

  /** The parts that may be dropped because of a refusal. */
  function open(refusal: Refusal, combination: Combination, requested: LLMCall): readonly Part[] {
    if (combination.isHopeless || combination.tries >= MOST_TRIES) return []
    const canLimit = refusal.cap !== undefined || adapter.capabilities.needsOutputLimit !== true
    const parts = partsOf(adapter, requested).filter((part) => part !== 'maxOutputTokens' || canLimit)
    const { parameter } = refusal.error
    if (parameter !== undefined && !parts.some((part) => part === parameter)) return []
    // Once a combination was accepted, a refusal concerns the row: except that a larger limit may be too large, also because of a longer
    // prompt.
    const isLarger = refusal.hints[0] === 'maxOutputTokens' && (requested.maxOutputTokens ?? 0) > combination.taken
    if (combination.taken > 0 && !refusal.isLimitOnly && !isLarger) return []
    return combination.taken > 0 || refusal.isLimitOnly ? parts.filter((part) => part === 'maxOutputTokens') : parts
  }

  async function failed(error: unknown, signal?: AbortSignal): Promise<unknown> {
    try {
      return await standing(error, signal)
    } finally {
      // Where it is looked into, they wait for that.
      letOthers?.()
    }
  }

  async function standing(error: unknown, signal: AbortSignal | undefined): Promise<unknown> {
    if (isAnswered(error)) {
      worked()
      return error
    }
    const refusal = readRefusal(error, sent.maxOutputTokens)
    if (refusal === undefined) {
      if (search !== undefined) end()
      return error
    }
    if (search === undefined) {
      while (known.search !== undefined) await settled(known.search.over.promise, signal)
      // What another call found out meanwhile may help this one.
      if (!isSameCall(adaptCall(adapter, call, known.refused).call, sent)) return undefined
      const combination = combinationIn(known, combinationOf(adapter, sent))
      if (open(refusal, combination, sent).length === 0) return error
      const { refused } = known
      search = {
        combination,
        requested: sent,
        first: error,
        tried: new Set(),
        confirmed: refused,
        trial: refused,
        complaint: '',
        over: Promise.withResolvers(),
      }
      known.search = search
    } else if (refusal.complaint !== search.complaint) search.confirmed = search.trial
    search.complaint = refusal.complaint
    if (tryOn(search, refusal)) return undefined
    const { first, combination } = search
    combination.isHopeless = true
    end()
    return first
  }

  return {
    async next(signal) {
      const adapted = await inTurn(signal)
      sent = adapted.call
      changes = adapted.warnings
      return adapted
    },
    worked,
    failed,
  }
}

/** Waits for another call. @throws AssayError `aborted` if the signal fires first. */
async function settled(over: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) throw abortedError(signal)
  const stopped = Promise.withResolvers<void>()
  const onAbort = (): void => stopped.resolve()
  signal?.addEventListener('abort', onAbort, { once: true })
  await Promise.race([over, stopped.promise])
  signal?.removeEventListener('abort', onAbort)
}

function isAnswered(error: unknown): boolean {
  return AssayError.is(error) && ANSWERED.has(error.kind)
}

/** A server accepted a call as sent. */
function take(known: Known, adapter: LLMAdapter, sent: LLMCall): void {
  const combination = combinationIn(known, combinationOf(adapter, sent))
  combination.taken = Math.max(combination.taken, limitOf(sent))
}

/** A call without a limit may have the longest reply of all. */
function limitOf({ maxOutputTokens = Number.MAX_SAFE_INTEGER }: LLMCall): number {
  return maxOutputTokens
}

function combinationIn({ combinations }: Known, name: string): Combination {
  const combination = combinations.get(name) ?? { taken: 0, tries: 0, isHopeless: false, first: undefined, seen: 0 }
  combinations.set(name, combination)
  return combination
}

function isSameGiven(a: object, b: object): boolean {
  return sortedJson(a) === sortedJson(b)
}

/** Whether two calls are sent in the same way: only parts that can be dropped may differ. */
export function isSameCall(a: LLMCall, b: LLMCall): boolean {
  return (
    (a.messages === b.messages || JSON.stringify(a.messages) === JSON.stringify(b.messages)) &&
    a.output?.mode === b.output?.mode &&
    a.maxOutputTokens === b.maxOutputTokens &&
    a.temperature === b.temperature &&
    a.seed === b.seed
  )
}

function sortedJson(fields: object): string {
  return JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
