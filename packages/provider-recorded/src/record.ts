import { AssayError, type AssayErrorKind, type LLMAdapter } from '@assay/core'
import { recordingFile } from './recording-file.ts'
import type { RecordedAnswer } from './recording-line.ts'

/** Failures that belong to the call: asked again, it would fail again. A replay fails in the same way. */
const OF_THE_CALL: ReadonlySet<AssayErrorKind> = new Set([
  'unsupported_parameter',
  'context_overflow',
  'request_too_large',
  'bad_request',
  'refused',
  'content_filter',
  'truncated',
  'empty_reply',
  'invalid_reply',
] as const)

/**
 * The same adapter, which also writes every reply to a file of JSON lines, to be answered from by `replay`. The file is added to:
 * delete it to record afresh. It holds prompts and replies as they are, and no key. Other processes may record there at the same
 * time.
 *
 * ```ts
 * const judge = record(openai('gpt-5-mini'), 'recordings/judge.jsonl')
 * ```
 *
 * Its `doGenerate` throws AssayError `config`, before anything is asked, where the file cannot be written; where writing fails
 * later, the reply is handed on with a warning.
 */
export function record(adapter: LLMAdapter, file: string | URL): LLMAdapter {
  const recording = recordingFile(file)
  const { provider, modelId, fingerprint } = adapter
  let isPrepared = false
  return {
    specificationVersion: 'v1',
    provider,
    modelId,
    get capabilities() {
      return adapter.capabilities
    },
    fingerprint,
    async doGenerate(call, options) {
      if (!isPrepared) recording.prepare()
      isPrepared = true
      const asked = { provider, modelId, fingerprint, capabilities: adapter.capabilities }
      const write = (answer: RecordedAnswer): unknown => {
        try {
          recording.append(asked, call, answer)
          return undefined
        } catch (error) {
          return error
        }
      }
      try {
        const reply = await adapter.doGenerate(call, options)
        const failed = write({ reply })
        if (failed === undefined) return reply
        const why = failed instanceof Error ? failed.message : 'no explanation'
        return { ...reply, warnings: [...(reply.warnings ?? []), `The reply could not be recorded: ${why}`] }
      } catch (error) {
        if (AssayError.is(error) && OF_THE_CALL.has(error.kind) && !error.isRetryable) write({ error: error.toJSON() })
        throw error
      }
    },
  }
}
