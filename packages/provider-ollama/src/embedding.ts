import { type EmbeddingAdapter, noUsage, type Usage } from '@assay/core'
import {
  asBatchFailure,
  type Attempt,
  createOptionChecks,
  createTextCleaner,
  embeddingUsage,
  isRecord,
  namesOfSet,
  perCall,
} from '@assay/provider-kit'
import type { EmbedRequest } from 'ollama'
import type { Connection } from './connection.ts'
import { failure, failureOf } from './failure.ts'
import { embeddingFingerprintOf } from './fingerprint.ts'
import { untilAborted } from './until-aborted.ts'

export type OllamaEmbeddingOptions = {
  /** Length of the vectors, for models that can shorten them. */
  readonly dimensions?: number | undefined
  /** The context window in tokens (`num_ctx`). Default: the server's. A text beyond it is an error, `context_overflow`. */
  readonly numCtx?: number | undefined
  /** How long the model stays loaded: `'10m'`, or seconds, negative for ever. Default: the server's. */
  readonly keepAlive?: string | number | undefined
  /** The maximum number of texts per request. Default 64. */
  readonly maxBatch?: number | undefined
}

const MAX_BATCH = 64
const check = createOptionChecks('ollama')

/** @throws AssayError `config` that names the option and its accepted values. */
export function createEmbedding(connection: Connection, modelId: string, options: OllamaEmbeddingOptions = {}): EmbeddingAdapter {
  const { dimensions, numCtx, keepAlive, maxBatch = MAX_BATCH } = options
  check.modelId(modelId, 'embedding("bge-m3")')
  check.count('dimensions', dimensions)
  check.count('numCtx', numCtx)
  check.count('maxBatch', maxBatch)
  const { host, headers } = connection
  const where = host.href
  return {
    specificationVersion: 'v1',
    provider: 'ollama',
    modelId,
    fingerprint: embeddingFingerprintOf({ modelId, host: where, headers }, dimensions),
    maxBatch,
    doEmbed(texts, { signal } = {}) {
      if (texts.length === 0) return Promise.resolve({ vectors: [], usage: noUsage })
      return perCall(signal, async (own) => {
        const { clean } = createTextCleaner()
        const request: EmbedRequest = {
          model: modelId,
          input: texts.map(clean),
          truncate: false,
          ...(dimensions === undefined ? {} : { dimensions }),
          ...(keepAlive === undefined ? {} : { keep_alive: keepAlive }),
          ...(numCtx === undefined ? {} : { options: { num_ctx: numCtx } }),
        }
        const attempt: Attempt = {
          provider: 'ollama',
          modelId,
          where,
          secrets: connection.secrets(),
          sent: { ...request },
          setByUser: namesOfSet({ dimensions, numCtx }),
          signal,
        }
        try {
          const client = await connection.open(attempt, own)
          const reply: unknown = await untilAborted(client.embed(request), own)
          return { vectors: vectorsOf(reply, texts.length, attempt), usage: usageOf(reply) }
        } catch (error) {
          throw asBatchFailure(failureOf(error, attempt), texts.length)
        }
      })
    },
  }
}

function vectorsOf(reply: unknown, expected: number, attempt: Attempt): readonly (readonly number[])[] {
  const vectors: unknown = isRecord(reply) ? reply['embeddings'] : undefined
  if (!Array.isArray(vectors) || !vectors.every(isVector)) throw failure('provider', 'answered without vectors.', attempt)
  if (vectors.length !== expected) {
    throw failure('invalid_reply', `answered ${expected} texts with ${vectors.length} vectors.`, attempt, { usage: usageOf(reply) })
  }
  return vectors
}

function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'number')
}

function usageOf(reply: unknown): Usage {
  return embeddingUsage(isRecord(reply) ? reply['prompt_eval_count'] : undefined)
}
