import { AssayError, estimateCallTokens, type LLMAdapter, type LLMCall, type LLMReply, type Runtime } from '@assay/core'
import { judgeName } from './judge-name.ts'
import { repairMessages } from './prompts/repair-messages.ts'
import { replyError, type ReplyReading, tryReadReply } from './reply/read-reply.ts'
import type { ReplyShape } from './reply/reply-shape.ts'
import type { TextShape } from './reply/text-shape.ts'
import { withRepairs } from './repairs.ts'
import { replyLimits } from './reply-limits.ts'

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
}

/** `repairs` names the calls made again, and the repairs of the reply that counts. */
export type Judged<T> = { readonly value: T; readonly repairs: string[] }

const LARGER = 4
/** Tokens without which no verdict can be written. */
const LEAST_ROOM = 64

/**
 * Asks a judge for one value: at most three calls. A reply that cannot be used is asked for once more with its defect named; a cut
 * one once more with a larger limit, if a larger one can be had.
 * @throws AssayError with the calls made again; `Suspended` passes through.
 */
export async function askJudge<T>(task: JudgeTask<T>): Promise<Judged<T>> {
  const { judge, runtime, shape, check, draw = 0 } = task
  const repairs: string[] = []
  const prompt = task.messages.flatMap(({ parts }) => parts.map(({ text }) => text))
  const ceiling = replyLimits(judge)
  let messages = task.messages
  let wanted = task.outputTokens
  let enlarged = false
  let repaired = false
  for (;;) {
    const room = roomFor(task, messages, repairs)
    const most = Math.min(ceiling.tokens, ceiling.isSet ? ceiling.tokens : room)
    const limit = ceiling.isSet ? ceiling.tokens : Math.min(wanted, most)
    const seen: { reply?: LLMReply; defect?: string } = {}
    const read = (reply: LLMReply): Extract<ReplyReading<T>, { ok: true }> => {
      const reading = checked(tryReadReply(reply, shape, prompt), (value) => check(value, repaired ? 'repair' : 'first'))
      if (reading.ok) return reading
      seen.reply = reply
      seen.defect = reading.kind === 'truncated' ? cutAt(reply.givenUp?.maxOutputTokens ?? limit) : reading.defect
      const nextStep = reading.kind === 'truncated' ? (serverStep(reply) ?? (limit >= most ? ceiling.nextStep : undefined)) : undefined
      throw replyError(reply, { kind: reading.kind, defect: seen.defect }, judge, nextStep)
    }
    try {
      const { value, reply } = await runtime.generate(judge, callOf(task, messages, limit), { read, draw })
      return { value: value.value, repairs: [...repairs, ...value.repairs, ...(reply.warnings ?? [])] }
    } catch (error) {
      if (!AssayError.is(error)) throw error
      if (error.kind === 'truncated' && !enlarged && limit < most && seen.reply?.givenUp?.maxOutputTokens === undefined) {
        enlarged = true
        wanted = LARGER * limit
        repairs.push(`${shape.key}: asked again with a larger output limit, since the reply was cut`)
      } else if (error.kind === 'invalid_reply' && !repaired && (seen.reply !== undefined || error.status !== undefined)) {
        repaired = true
        // Some servers do not hand on what they find unfit.
        const defect = seen.defect ?? 'the server found that it does not fit the schema'
        messages = repairMessages(task.messages, seen.reply?.text ?? error.replyHead ?? '', defect, {
          form: 'form' in shape ? shape.form : undefined,
          echo: Math.floor(room / 4),
        })
        repairs.push(`${shape.key}: asked again, since the reply could not be used: ${defect}`)
      } else throw withRepairs(error, repairs)
    }
  }
}

/** The limit that was sent: a server may take none that is as large as the one wished for. */
function cutAt(sent: number | 'none'): string {
  return sent === 'none' ? 'it was cut at the output limit of the server' : `it was cut at the output limit of ${sent} tokens`
}

/** What a person can do where the runtime sent another limit than the one asked for. */
function serverStep({ givenUp }: LLMReply): string | undefined {
  if (givenUp?.maxOutputTokens === undefined) return undefined
  return givenUp.maxOutputTokens === 'none'
    ? 'The server takes no limit from us: raise its own, or name another model.'
    : 'The server takes no larger limit: name a model that writes more, or shorten the reference.'
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

/**
 * Tokens that the window leaves for a reply.
 * @throws AssayError `context_overflow` where that is next to nothing: a server may cut such a prompt and say nothing.
 */
function roomFor<T>({ judge, output }: JudgeTask<T>, messages: LLMCall['messages'], repairs: readonly string[]): number {
  const { contextWindow } = judge.capabilities
  if (contextWindow === undefined) return Number.POSITIVE_INFINITY
  const prompt = estimateCallTokens(output === undefined ? { messages } : { messages, output })
  const room = contextWindow - prompt
  if (room >= LEAST_ROOM) return room
  throw new AssayError({
    kind: 'context_overflow',
    message: `${judgeName(judge)} was not asked: a prompt of about ${prompt} tokens leaves no room for a reply in its context window of ${contextWindow}. Pass fewer or shorter contexts, or name a model with a larger window.`,
    provider: judge.provider,
    modelId: judge.modelId,
    repairs,
  })
}

function checked<T>(reading: ReplyReading<T>, check: (value: T) => string | undefined): ReplyReading<T> {
  const defect = reading.ok ? check(reading.value) : undefined
  return defect === undefined ? reading : { ok: false, kind: 'invalid_reply', defect }
}
