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
  /** Absent if the answer is text. */
  readonly output?: NonNullable<LLMCall['output']>
  readonly shape: ReplyShape<T> | TextShape<T>
  /** The most output tokens of the answer. A limit, not a target: reasoning counts. */
  readonly outputTokens: number
  /** Numbers independent draws of the same call. Default 0. */
  readonly draw?: number | undefined
  /** A defect that the shape does not detect, or `undefined`. */
  readonly check: (value: T, attempt: 'first' | 'repair') => string | undefined
}

/** `repairs` names the repeated calls, and the repairs of the final reply. */
export type Judged<T> = { readonly value: T; readonly repairs: string[] }

const LARGER = 4
/** The fewest tokens in which a verdict can be written. */
const LEAST_ROOM = 64

/**
 * Gets one value from a judge, in at most three calls. An unusable reply is requested once more with its defect named; a truncated one
 * once more with a larger limit, if possible.
 * @throws AssayError with the repeated calls; `Suspended` passes through.
 */
export async function callJudge<T>(task: JudgeTask<T>): Promise<Judged<T>> {
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
        repairs.push(`${shape.key}: requested again with a larger output limit, since the reply was cut`)
      } else if (error.kind === 'invalid_reply' && !repaired && (seen.reply !== undefined || error.status !== undefined)) {
        repaired = true
        // Some servers do not return replies that they reject.
        const defect = seen.defect ?? 'the server found that it does not fit the schema'
        messages = repairMessages(task.messages, seen.reply?.text ?? error.replyHead ?? '', defect, {
          form: 'form' in shape ? shape.form : undefined,
          echo: Math.floor(room / 4),
        })
        repairs.push(`${shape.key}: requested again, since the reply could not be used: ${defect}`)
      } else throw withRepairs(error, repairs)
    }
  }
}

/** The limit that was sent: a server may not accept the requested one. */
function cutAt(sent: number | 'none'): string {
  return sent === 'none' ? 'it was cut at the output limit of the server' : `it was cut at the output limit of ${sent} tokens`
}

/** What the user can do if the runtime sent another limit than the requested one. */
function serverStep({ givenUp }: LLMReply): string | undefined {
  if (givenUp?.maxOutputTokens === undefined) return undefined
  return givenUp.maxOutputTokens === 'none'
    ? 'The server takes no limit from us: raise its own, or name another model.'
    : 'The server takes no larger limit: name a model that writes more, or shorten the reference.'
}

/** Temperature 0 is Assay's choice, not the user's: it is sent only to models that accept it, and dropped if it is refused. */
function callOf<T>({ judge, output, draw = 0 }: JudgeTask<T>, messages: LLMCall['messages'], maxOutputTokens: number): LLMCall {
  const plain = { messages, ...(output === undefined ? {} : { output }), maxOutputTokens, ...movedSeed(judge, draw) }
  return judge.capabilities.temperature ? { ...plain, temperature: 0, droppable: ['temperature'] } : plain
}

/** A user's seed is shifted by the draw, since equal seeds give equal draws. The adapter itself sends it for the first draw. */
function movedSeed({ fingerprint }: LLMAdapter, draw: number): Pick<LLMCall, 'seed'> {
  const seed = fingerprint['seed']
  return typeof seed === 'number' && draw > 0 ? { seed: seed + draw } : {}
}

/**
 * Tokens that the window leaves for a reply.
 * @throws AssayError `context_overflow` if there are too few: a server may truncate such a prompt without an error.
 */
function roomFor<T>({ judge, output }: JudgeTask<T>, messages: LLMCall['messages'], repairs: readonly string[]): number {
  const { contextWindow } = judge.capabilities
  if (contextWindow === undefined) return Number.POSITIVE_INFINITY
  const prompt = estimateCallTokens(output === undefined ? { messages } : { messages, output })
  const room = contextWindow - prompt
  if (room >= LEAST_ROOM) return room
  throw new AssayError({
    kind: 'context_overflow',
    message: `${judgeName(judge)} was not called: a prompt of about ${prompt} tokens leaves no room for a reply in its context window of ${contextWindow}. Pass fewer or shorter contexts, or name a model with a larger window.`,
    provider: judge.provider,
    modelId: judge.modelId,
    repairs,
  })
}

function checked<T>(reading: ReplyReading<T>, check: (value: T) => string | undefined): ReplyReading<T> {
  const defect = reading.ok ? check(reading.value) : undefined
  return defect === undefined ? reading : { ok: false, kind: 'invalid_reply', defect }
}
