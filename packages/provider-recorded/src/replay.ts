import { abortedError, AssayError, callKey, type LLMAdapter, type LLMCall } from '@assay/core'
import { type AdapterChoice, chooseAdapter } from './choose-adapter.ts'
import { missingReply } from './missing-reply.ts'
import { identityOf, type NumberedLine, readRecording } from './read-recording.ts'
import { pathOf } from './recording-file.ts'

export type ReplayOptions = AdapterChoice & {
  /** Hears of lines that were never finished. Default: a warning of the process. */
  readonly onWarning?: ((message: string) => void) | undefined
}

/**
 * The adapter that a file was recorded from, answering from it: no network, no key, the same provider, model, fingerprint and so the
 * same scores, signatures and keys. A call that is asked again gets the next of its recorded replies; the later of two recordings of
 * one draw counts.
 *
 * ```ts
 * const judge = replay('recordings/judge.jsonl')
 * ```
 *
 * Its `doGenerate` throws AssayError `data` for a call that was not recorded, naming what differs from the nearest one.
 * @throws AssayError `config` for a file that is not there, or that holds several adapters and `options` do not say which; `data` for
 * a line that is no recorded reply.
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
    onWarning(`${recording.path}: line ${recording.unfinished.join(', ')} was never finished and is left out.`)
  }
  const asked = new Map<string, number>()
  // Some adapters learn of a limit with their first reply, and what is asked next depends on it.
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
      const draw = asked.get(base) ?? 0
      const line = answers.get(callKey(adapter, call, draw)) ?? refusals.find((refusal) => isRefused(refusal, call))
      if (line === undefined) throw missingReply(recording, adapter, call, draw)
      asked.set(base, draw + 1)
      capabilities = lines.at(-1)?.adapter.capabilities ?? capabilities
      if ('reply' in line) return line.reply
      throw new AssayError({ ...line.error, reply: line.error.replyHead })
    },
  }
}

/** A model that refused a parameter once refuses it in every call, also in those that were recorded without it from then on. */
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
