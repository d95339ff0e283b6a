import { AssayError, type AssayErrorKind, type LLMAdapter } from '@assay/core'
import { recordingFile } from './recording-file.ts'
import type { RecordedAnswer } from './recording-line.ts'

/** Failures that a call would have again if it were repeated. They are recorded, and a replay fails in the same way. */
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
 * Wraps an adapter so that it writes every reply to a file of JSON lines, for `replay`. Lines are appended: delete the file to record
 * afresh. It contains prompts and replies unchanged, and no key. Several processes may record to it at the same time.
 *
 * ```ts
 * const judge = record(openai('gpt-5-mini'), 'recordings/judge.jsonl')
 * ```
 *
 * Its `doGenerate` throws AssayError `config`, before the model is called, if the file cannot be written. If a later write fails, as on a
 * full disk, there is one warning, by the process and in the reply. Replies are still returned, but no longer recorded.
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
      const recorded = { provider, modelId, fingerprint, capabilities: adapter.capabilities }
      /** Returns a warning if this is the first write that failed. */
      const write = (answer: RecordedAnswer): string | undefined => {
        if (hasFailed) return undefined
        try {
          recording.append(recorded, call, answer)
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
