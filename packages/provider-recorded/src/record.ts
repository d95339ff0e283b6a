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
 * Its `doGenerate` throws AssayError `config`, before anything is asked, where the file cannot be written. Where writing fails later,
 * as on a full disk, a warning says so once, of the process and beside the reply; replies are handed on, and no more are recorded.
 */
export function record(adapter: LLMAdapter, file: string | URL): LLMAdapter {
  const recording = recordingFile(file)
  const { provider, modelId, fingerprint } = adapter
  let isPrepared = false
  let hasFailed = false
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
      /** The warning where this was the first write that failed. */
      const write = (answer: RecordedAnswer): string | undefined => {
        if (hasFailed) return undefined
        try {
          recording.append(asked, call, answer)
          return undefined
        } catch (error) {
          hasFailed = true
          const why = error instanceof Error ? error.message : String(error)
          const warning = `Recording to ${recording.path} failed: ${why}; replies are not recorded from here on.`
          process.emitWarning(warning, 'AssayWarning')
          return warning
        }
      }
      try {
        const reply = await adapter.doGenerate(call, options)
        const warning = write({ reply })
        return warning === undefined ? reply : { ...reply, warnings: [...(reply.warnings ?? []), warning] }
      } catch (error) {
        if (AssayError.is(error) && OF_THE_CALL.has(error.kind) && !error.isRetryable) write({ error: error.toJSON() })
        throw error
      }
    },
  }
}
