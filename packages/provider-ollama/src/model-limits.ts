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

/** Failures that the chat would have, too. */
const FATAL: ReadonlySet<AssayErrorKind> = new Set(['aborted', 'auth', 'connection', 'model_not_found', 'overloaded', 'quota', 'timeout'])

/**
 * Requests the limits of a model from `/api/show`. `undefined` if a server with Ollama's protocol does not have this endpoint.
 *
 * @throws AssayError if the chat would fail in the same way.
 */
export async function requestModelLimits(client: OllamaClient, attempt: Attempt, signal: AbortSignal): Promise<ModelLimits | undefined> {
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

/** Reads `<architecture>.context_length` of the model, not of its projector. */
function contextLengthOf(info: unknown): number | undefined {
  if (!isRecord(info)) return undefined
  const architecture = info['general.architecture']
  return countOf(info[`${typeof architecture === 'string' ? architecture : ''}.context_length`])
}

/** Reads `num_ctx` from the parameters of a model file: lines of a name, spaces and a value. */
function numCtxOf(parameters: unknown): number | undefined {
  if (typeof parameters !== 'string') return undefined
  const line = parameters.split('\n').find((candidate) => candidate.trimStart().startsWith('num_ctx '))
  return line === undefined ? undefined : countOf(Number(line.trim().slice('num_ctx '.length)))
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}
