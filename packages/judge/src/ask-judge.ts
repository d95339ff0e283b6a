import { AssayError, type LLMAdapter, type LLMCall, type LLMReply, type Runtime } from '@assay/core'
import { repairMessages } from './prompts/repair-messages.ts'
import { replyError, type ReplyReading, tryReadReply } from './reply/read-reply.ts'
import type { ReplyShape } from './reply/reply-shape.ts'

export type JudgeTask<T> = {
  readonly judge: LLMAdapter
  readonly runtime: Runtime
  readonly messages: LLMCall['messages']
  readonly output: NonNullable<LLMCall['output']>
  readonly shape: ReplyShape<T>
  /** How many output tokens the answer may take. A limit, not an aim: reasoning counts into it. */
  readonly outputTokens: number
  /** A defect that the shape does not show, or `undefined`. */
  readonly check: (value: T, attempt: 'first' | 'repair') => string | undefined
  readonly onRepair: (repair: string) => void
}

const LARGER = 4

/**
 * Asks a judge for one value. A reply that cannot be used is asked for once more with its defect named; a cut one once more with a
 * larger limit. Repairs of the reply that counts, and calls made again, are reported.
 * @throws AssayError; `Suspended` passes through.
 */
export async function askJudge<T>(task: JudgeTask<T>): Promise<T> {
  const { judge, runtime, shape, check, onRepair } = task
  const prompt = task.messages.flatMap(({ parts }) => parts.map(({ text }) => text))
  const most = mostOutput(judge)
  let messages = task.messages
  let limit = Math.min(task.outputTokens, most)
  let enlarged = false
  let repaired = false
  for (;;) {
    const seen: { reply?: LLMReply; defect?: string } = {}
    const read = (reply: LLMReply): Extract<ReplyReading<T>, { ok: true }> => {
      const reading = checked(tryReadReply(reply, shape, prompt), (value) => check(value, repaired ? 'repair' : 'first'))
      if (reading.ok) return reading
      seen.reply = reply
      seen.defect = reading.defect
      throw replyError(reply, reading, judge)
    }
    try {
      const { value, reply } = await runtime.generate(judge, callOf(task, messages, limit), { read })
      for (const note of [...value.repairs, ...(reply.warnings ?? [])]) onRepair(note)
      return value.value
    } catch (error) {
      if (!AssayError.is(error)) throw error
      if (error.kind === 'truncated' && !enlarged && limit < most) {
        enlarged = true
        limit = Math.min(LARGER * limit, most)
        onRepair(`${shape.key}: asked again with a larger output limit, since the reply was cut`)
      } else if (error.kind === 'invalid_reply' && !repaired && seen.reply !== undefined && seen.defect !== undefined) {
        repaired = true
        messages = repairMessages(task.messages, seen.reply.text, seen.defect)
        onRepair(`${shape.key}: asked again, since the reply could not be used: ${seen.defect}`)
      } else throw error
    }
  }
}

/** Temperature 0 is our choice, not the user's: only for models that take it, and dropped where it is refused all the same. */
function callOf<T>({ judge, output }: JudgeTask<T>, messages: LLMCall['messages'], maxOutputTokens: number): LLMCall {
  const plain = { messages, output, maxOutputTokens }
  return judge.capabilities.temperature ? { ...plain, temperature: 0, droppable: ['temperature'] } : plain
}

/** Servers refuse a limit that leaves the prompt no room. */
function mostOutput({ capabilities: { contextWindow } }: LLMAdapter): number {
  return contextWindow === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(contextWindow / 2))
}

function checked<T>(reading: ReplyReading<T>, check: (value: T) => string | undefined): ReplyReading<T> {
  const defect = reading.ok ? check(reading.value) : undefined
  return defect === undefined ? reading : { ok: false, kind: 'invalid_reply', defect }
}
