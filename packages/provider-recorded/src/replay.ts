import { abortedError, AssayError, callKey, type LLMAdapter, type LLMCall } from '@assay/core'
import { type AdapterChoice, chooseAdapter } from './choose-adapter.ts'
import { missingReply } from './missing-reply.ts'
import { identityOf, type NumberedLine, readRecording } from './read-recording.ts'
import { pathOf } from './recording-file.ts'

export type ReplayOptions = AdapterChoice & {
  /** Receives warnings about incomplete lines. Default: a warning of the process. */
  readonly onWarning?: ((message: string) => void) | undefined
}

/**
 * Creates an adapter that returns the recorded replies of a file, without network and key. Provider, model and fingerprint are those of
 * the recorded adapter, so scores, signatures and keys are the same. A repeated call gets the next of its recorded replies. If a draw was
 * recorded twice, the later recording counts.
 *
 * ```ts
 * const judge = replay('recordings/judge.jsonl')
 * ```
 *
 * Its `doGenerate` throws AssayError `data` for a call that was not recorded, with its difference from the nearest recorded call.
 * @throws AssayError `config` if the file cannot be read, or has several adapters and `options` select none; `data` for a line that is
 * not a recorded reply.
 */
export function replay(file: string | URL, options: ReplayOptions = {}): LLMAdapter {
  const { onWarning = (message) => process.emitWarning(message, 'AssayWarning'), ...choice } = options
  const recording = readRecording(pathOf(file))
  const adapter = chooseAdapter(recording, choice)
  const { provider, modelId, fingerprint } = adapter
  const identity = identityOf(adapter)
  const lines = recording.lines.filter((line) => line.identity === identity)
  const answers = new Map(lines.map((line) => [line.key, line]))
  const refusals = lines.filter((line) => 'error' in line && line.error.kind === 'unsupported_parameter')
  if (recording.unfinished.length > 0) {
    onWarning(`${recording.path}: line ${recording.unfinished.join(', ')} is incomplete and was skipped.`)
  }
  const draws = new Map<string, number>()
  // Some adapters learn a limit with their first reply, and later calls depend on it.
  let { capabilities } = lines[0]?.adapter ?? adapter

  return {
    specificationVersion: 'v1',
    provider,
    modelId,
    get capabilities() {
      return capabilities
    },
    fingerprint: frozen(fingerprint),
    async doGenerate(call, { signal } = {}) {
      if (signal?.aborted) throw abortedError(signal)
      const base = callKey(adapter, call)
      const draw = draws.get(base) ?? 0
      const line = answers.get(callKey(adapter, call, draw)) ?? refusals.find((refusal) => isRefused(refusal, call))
      if (line === undefined) throw missingReply(recording, adapter, call, draw)
      draws.set(base, draw + 1)
      capabilities = lines.at(-1)?.adapter.capabilities ?? capabilities
      if ('reply' in line) return line.reply
      throw new AssayError({ ...line.error, reply: line.error.replyHead })
    },
  }
}

/** Whether a recorded refusal applies to a call. A refused parameter is refused in every call, also in those recorded without it. */
function isRefused(refusal: NumberedLine, call: LLMCall): boolean {
  const parameter = 'error' in refusal ? refusal.error.parameter : undefined
  if (parameter === 'output') return call.output !== undefined && call.output.mode === refusal.call.output?.mode
  return (parameter === 'temperature' || parameter === 'seed') && call[parameter] !== undefined
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const held of Object.values(value)) frozen(held)
    Object.freeze(value)
  }
  return value
}
