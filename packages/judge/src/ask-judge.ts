import { AssayError, type LLMAdapter, type LLMCall, type LLMReply, type Runtime } from '@assay/core'
import { repairMessages } from './prompts/repair-messages.ts'
import { replyError, type ReplyReading, tryReadReply } from './reply/read-reply.ts'
import type { ReplyShape } from './reply/reply-shape.ts'
import type { TextShape } from './reply/text-shape.ts'

export type JudgeTask<T> = {
  readonly judge: LLMAdapter
  readonly runtime: Runtime
  readonly messages: LLMCall['messages']
  /** Absent where the answer is text. */
  readonly output?: NonNullable<LLMCall['output']>
  readonly shape: ReplyShape<T> | TextShape<T>
  /** How many output tokens the answer may take. A limit, not an aim: reasoning counts into it. */
  readonly outputTokens: number
  /** Numbers independent draws of the same call. Default 0. */
  readonly draw?: number | undefined
  /** A defect that the shape does not show, or `undefined`. */
  readonly check: (value: T, attempt: 'first' | 'repair') => string | undefined
  readonly onRepair: (repair: string) => void
}

const LARGER = 4

/**
 * Asks a judge for one value: at most three calls. A reply that cannot be used is asked for once more with its defect named; a cut
 * one once more with a larger limit, if a larger one can be had. Repairs of the reply that counts, and calls made again, are reported.
 * @throws AssayError; `Suspended` passes through.
 */
export async function askJudge<T>(task: JudgeTask<T>): Promise<T> {
  const { judge, runtime, shape, check, onRepair, draw = 0 } = task
  const prompt = task.messages.flatMap(({ parts }) => parts.map(({ text }) => text))
  const ceiling = outputCeiling(judge)
  let messages = task.messages
  let limit = ceiling.isSet ? ceiling.tokens : Math.min(task.outputTokens, ceiling.tokens)
  let enlarged = false
  let repaired = false
  for (;;) {
    const seen: { reply?: LLMReply; defect?: string } = {}
    const read = (reply: LLMReply): Extract<ReplyReading<T>, { ok: true }> => {
      const reading = checked(tryReadReply(reply, shape, prompt), (value) => check(value, repaired ? 'repair' : 'first'))
      if (reading.ok) return reading
      seen.reply = reply
      seen.defect = reading.kind === 'truncated' ? `it was cut at the output limit of ${limit} tokens` : reading.defect
      const nextStep = reading.kind === 'truncated' && limit >= ceiling.tokens ? ceiling.nextStep : undefined
      throw replyError(reply, { kind: reading.kind, defect: seen.defect }, judge, nextStep)
    }
    try {
      const { value, reply } = await runtime.generate(judge, callOf(task, messages, limit), { read, draw })
      for (const note of [...value.repairs, ...(reply.warnings ?? [])]) onRepair(note)
      return value.value
    } catch (error) {
      if (!AssayError.is(error)) throw error
      if (error.kind === 'truncated' && !enlarged && limit < ceiling.tokens) {
        enlarged = true
        limit = Math.min(LARGER * limit, ceiling.tokens)
        onRepair(`${shape.key}: asked again with a larger output limit, since the reply was cut`)
      } else if (error.kind === 'invalid_reply' && !repaired && seen.reply !== undefined && seen.defect !== undefined) {
        repaired = true
        messages = repairMessages(task.messages, seen.reply.text, seen.defect, 'form' in shape ? shape.form : undefined)
        onRepair(`${shape.key}: asked again, since the reply could not be used: ${seen.defect}`)
      } else throw error
    }
  }
}

/** Temperature 0 is our choice, not the user's: only for models that take it, and dropped where it is refused all the same. */
function callOf<T>({ judge, output, draw = 0 }: JudgeTask<T>, messages: LLMCall['messages'], maxOutputTokens: number): LLMCall {
  const plain = { messages, ...(output === undefined ? {} : { output }), maxOutputTokens, ...movedSeed(judge, draw) }
  return judge.capabilities.temperature ? { ...plain, temperature: 0, droppable: ['temperature'] } : plain
}

/** A user's seed is moved by the draw, since equal seeds make equal draws. The adapter itself sends it for the first. */
function movedSeed({ fingerprint }: LLMAdapter, draw: number): Pick<LLMCall, 'seed'> {
  const seed = fingerprint['seed']
  return typeof seed === 'number' && draw > 0 ? { seed: seed + draw } : {}
}

type Ceiling = {
  readonly tokens: number
  /** Set by the user for every call of this judge. */
  readonly isSet: boolean
  /** What a person can do about a reply that was cut at the ceiling. */
  readonly nextStep?: string
}

/** The user's own limit stands in place of any that we send; and servers refuse a limit that leaves the prompt no room. */
function outputCeiling({ fingerprint, capabilities: { contextWindow } }: LLMAdapter): Ceiling {
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
    nextStep: `That is half of its context window of ${contextWindow} tokens: name a judge with a larger one.`,
  }
}

function checked<T>(reading: ReplyReading<T>, check: (value: T) => string | undefined): ReplyReading<T> {
  const defect = reading.ok ? check(reading.value) : undefined
  return defect === undefined ? reading : { ok: false, kind: 'invalid_reply', defect }
}
