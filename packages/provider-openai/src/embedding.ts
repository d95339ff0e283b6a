import { type Embedded, type EmbeddingAdapter, noUsage } from '@assay/core'
import {
  asBatchFailure,
  type Attempt,
  createOptionChecks,
  createTextCleaner,
  embeddingUsage,
  isRecord,
  namesOfSet,
  perCall,
  type WireAnswer,
} from '@assay/provider-kit'
import type { EmbeddingCreateParams } from 'openai/resources/embeddings'
import type { Connection } from './connection.ts'
import { failure, failureOf, readBody, serverFailure } from './failure.ts'
import { embeddingFingerprintOf } from './fingerprint.ts'

export type OpenAIEmbeddingOptions = {
  /** Length of the vectors, for models that can shorten them. */
  readonly dimensions?: number | undefined
  /** The maximum number of texts per request. Default 256; OpenAI accepts 2,048, with 300,000 tokens in total. */
  readonly maxBatch?: number | undefined
}

const MAX_BATCH = 256

/** @throws AssayError `config` that names the option and its accepted values. */
export function createEmbedding(connection: Connection, modelId: string, options: OpenAIEmbeddingOptions = {}): EmbeddingAdapter {
  const { dimensions, maxBatch = MAX_BATCH } = options
  const { provider, where, service } = connection
  const check = createOptionChecks(provider)
  check.modelId(modelId, 'openai.embedding("text-embedding-3-small")')
  check.count('dimensions', dimensions)
  check.count('maxBatch', maxBatch)
  return {
    specificationVersion: 'v1',
    provider,
    modelId,
    fingerprint: embeddingFingerprintOf(connection, modelId, dimensions),
    maxBatch,
    doEmbed(texts, { signal } = {}) {
      if (texts.length === 0) return Promise.resolve({ vectors: [], usage: noUsage })
      return perCall(signal, async (own) => {
        const opened = await connection.open(modelId)
        const { clean } = createTextCleaner()
        const body: EmbeddingCreateParams = {
          model: modelId,
          input: texts.map(clean),
          // Base64 has a quarter of the size, but not every server supports it.
          encoding_format: service.isOpenAI || service.isAzure === true ? 'base64' : 'float',
          ...(dimensions === undefined ? {} : { dimensions }),
        }
        const attempt: Attempt = {
          provider,
          modelId,
          where,
          get secrets() {
            return opened.secrets
          },
          sent: { ...body },
          setByUser: namesOfSet({ dimensions }),
          signal,
        }
        try {
          const response = await opened.client.embeddings.create(body, { signal: own, maxRetries: 0 }).asResponse()
          return readEmbedded({ status: response.status, headers: response.headers, text: await response.text() }, texts.length, attempt)
        } catch (error) {
          throw asBatchFailure(failureOf(error, attempt), texts.length)
        }
      })
    },
  }
}

/** Reads vectors, which may come in any order, each with the index of its text. */
function readEmbedded(answer: WireAnswer, expected: number, attempt: Attempt): Embedded {
  const { body, about } = readBody(answer, attempt, 'a list of embeddings')
  const { status, text, headers } = answer
  const { error, data } = body
  if (isRecord(error) || typeof error === 'string') throw serverFailure({ status, body: { error }, text, headers }, attempt)
  if (!Array.isArray(data)) throw failure('provider', 'answered with no field "data".', attempt, about)
  const usage = embeddingUsage(isRecord(body['usage']) ? body['usage']['prompt_tokens'] : undefined)
  const invalid = (what: string) => failure('invalid_reply', `answered ${expected} texts with ${what}.`, attempt, { ...about, usage })
  if (data.length !== expected) throw invalid(`${data.length} vectors`)
  const vectors = new Map<number, readonly number[]>()
  data.forEach((item: unknown, position) => {
    const { index = position, embedding } = isRecord(item) ? item : {}
    const vector = vectorOf(embedding)
    if (vector === undefined) throw invalid('something other than vectors')
    if (typeof index === 'number') vectors.set(index, vector)
  })
  const inOrder = Array.from({ length: expected }, (_, index) => vectors.get(index)).filter((vector) => vector !== undefined)
  if (inOrder.length !== expected) throw invalid('vectors for other texts')
  return { vectors: inOrder, usage }
}

/** Reads a list of numbers, or base64 of little-endian 32-bit floats. */
function vectorOf(embedding: unknown): readonly number[] | undefined {
  if (Array.isArray(embedding)) return embedding.length > 0 && embedding.every((entry) => Number.isFinite(entry)) ? embedding : undefined
  if (typeof embedding !== 'string') return undefined
  const bytes = Buffer.from(embedding, 'base64')
  if (bytes.length === 0 || bytes.length % 4 !== 0) return undefined
  const vector = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(4 * at))
  return vector.every((entry) => Number.isFinite(entry)) ? vector : undefined
}
