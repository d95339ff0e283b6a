import type { FinishReason, LLMReply, Usage } from '@assay/core'
import { type Attempt, calledTool as named, endedBy, tokenCount } from '@assay/provider-kit'
import type { ChatOutcome } from './chat.ts'
import { wasCut } from './context-window.ts'
import { failure } from './failure.ts'
import type { PromptSize } from './prompt-size.ts'

type RequestInfo = {
  readonly size: PromptSize
  readonly numCtx: number
  readonly numKeep: number | undefined
  readonly warnings: readonly string[]
}

/**
 * Makes a reply from a collected chat, without the thinking.
 * @throws AssayError `context_overflow` if the model did not read the whole prompt; `empty_reply` if there is no text and the finish
 * reason does not explain that.
 */
export function readReply({ text, thinking, last, calledTool }: ChatOutcome, attempt: Attempt, request: RequestInfo): LLMReply {
  const usage = usageOf(last)
  if (wasCut(request.size, usage.inputTokens, request)) {
    const read = `read ${usage.inputTokens} tokens of a prompt of about ${request.size.most} (num_ctx ${request.numCtx})`
    throw failure('context_overflow', `${read}: the server cut it.`, attempt, { reply: text, usage })
  }
  const reason = last['done_reason']
  const finishReason = finishReasonOf(reason)
  if (text === '' && (finishReason === 'stop' || finishReason === 'other')) {
    throw failure(
      'empty_reply',
      `answered without any text${calledTool === undefined ? whyEmpty(reason, thinking) : named(calledTool)}.`,
      attempt,
      {
        reply: thinking || undefined,
        usage,
      },
    )
  }
  return {
    text,
    finishReason,
    usage,
    ...(typeof last['model'] === 'string' ? { modelId: last['model'] } : {}),
    ...(request.warnings.length === 0 ? {} : { warnings: request.warnings }),
  }
}

/** A missing reason means `stop`, because older servers send none. */
function finishReasonOf(reason: unknown): FinishReason {
  if (reason === undefined || reason === '') return 'stop'
  return reason === 'stop' || reason === 'length' ? reason : 'other'
}

function whyEmpty(reason: unknown, thinking: string): string {
  if (thinking !== '') return ', only thinking'
  return reason === 'load' || reason === 'unload' ? `: it only ${reason}ed the model` : endedBy('done_reason', reason)
}

function usageOf(last: Readonly<Record<string, unknown>>): Usage {
  return {
    calls: 1,
    inputTokens: tokenCount(last['prompt_eval_count']),
    cachedInputTokens: tokenCount(last['prompt_eval_cached_count']),
    cacheWriteTokens: null,
    outputTokens: tokenCount(last['eval_count']),
    reasoningTokens: null,
  }
}
