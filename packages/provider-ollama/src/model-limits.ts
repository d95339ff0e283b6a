import { AssayError, type AssayErrorKind } from '@assay/core'
import { type Attempt, isRecord } from '@assay/provider-kit'
import type { OllamaClient } from './connection.ts'
import { failureOf } from './failure.ts'
import { untilAborted } from './until-aborted.ts'

export type ModelLimits = {
  /** Largest context window of the model, in tokens. */
  readonly contextLength?: number | undefined
  /** The window that its model file sets. */
  readonly numCtx?: number | undefined
}

/** Failures that the chat itself would meet, too. */
const FATAL: ReadonlySet<AssayErrorKind> = new Set(['aborted', 'auth', 'connection', 'model_not_found', 'overloaded', 'quota', 'timeout'])

/**
 * Asks `/api/show` what a model can hold. `undefined` where a server that speaks Ollama's protocol does not know that question:
 * then no limit is known.
 *
 * @throws AssayError where the chat could not go better.
 */
export async function askModelLimits(client: OllamaClient, attempt: Attempt, signal: AbortSignal): Promise<ModelLimits | undefined> {
  try {
    return readLimits(await untilAborted(client.show({ model: attempt.modelId }), signal))
  } catch (error) {
    const failed = failureOf(error, attempt)
    if (AssayError.is(failed) && FATAL.has(failed.kind)) throw failed
    return undefined
  }
}

function readLimits(shown: unknown): ModelLimits {
  const { model_info: info, parameters } = isRecord(shown) ? shown : {}
  return { contextLength: contextLengthOf(info), numCtx: numCtxOf(parameters) }
}

/** `<architecture>.context_length`; a projector beside the model may have one of its own. */
function contextLengthOf(info: unknown): number | undefined {
  if (!isRecord(info)) return undefined
  const architecture = info['general.architecture']
  return countOf(info[`${typeof architecture === 'string' ? architecture : ''}.context_length`])
}

/** The model file's parameters are lines of a name, spaces and a value. */
function numCtxOf(parameters: unknown): number | undefined {
  if (typeof parameters !== 'string') return undefined
  const line = parameters.split('\n').find((candidate) => candidate.trimStart().startsWith('num_ctx '))
  return line === undefined ? undefined : countOf(Number(line.trim().slice('num_ctx '.length)))
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}
