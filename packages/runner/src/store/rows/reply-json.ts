import { callJson, canonicalJson, isRecord, type LLMCall, type LLMReply } from '@assay/core'
import type { StoredAdapter, StoredReply } from '../stored-reply.ts'
import { DamagedRow } from '../sqlite/sqlite-failure.ts'

export function adapterJson({ provider, modelId, capabilities, fingerprint }: StoredAdapter): string {
  return canonicalJson({ provider, modelId, capabilities, fingerprint })
}

/** Lone surrogates and NUL are escaped, here and in replies, so that they are read back unchanged. */
export function storedCallJson({ call, callJson: json }: StoredReply): string | null {
  return json ?? (call === undefined ? null : callJson(call))
}

/** @throws DamagedRow for JSON that is no adapter. */
export function parseAdapter(json: string): StoredAdapter {
  return parsed(json, isAdapter)
}

/** @throws DamagedRow for JSON that is no reply. */
export function parseReply(json: string): LLMReply {
  return parsed(json, isReply)
}

/** @throws DamagedRow for JSON that is no call. */
export function parseCall(json: string): LLMCall {
  return parsed(json, isCall)
}

function parsed<T>(json: string, isIt: (value: unknown) => value is T): T {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw new DamagedRow('a row is no JSON', { cause: error })
  }
  if (!isIt(value)) throw new DamagedRow('a row is not what was written')
  return value
}

function isAdapter(value: unknown): value is StoredAdapter {
  return (
    isRecord(value) &&
    typeof value['provider'] === 'string' &&
    typeof value['modelId'] === 'string' &&
    isRecord(value['capabilities']) &&
    isRecord(value['fingerprint'])
  )
}

function isReply(value: unknown): value is LLMReply {
  return isRecord(value) && typeof value['text'] === 'string' && typeof value['finishReason'] === 'string' && isRecord(value['usage'])
}

function isCall(value: unknown): value is LLMCall {
  return isRecord(value) && Array.isArray(value['messages'])
}
