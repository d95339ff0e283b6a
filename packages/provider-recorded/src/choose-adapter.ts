import { canonicalJson, configError, type JsonObject } from '@assay/core'
import type { Recording } from './read-recording.ts'
import type { RecordedAdapter } from './recording-line.ts'

/** Selects an adapter of a recording that has several. */
export type AdapterChoice = {
  readonly provider?: string | undefined
  readonly modelId?: string | undefined
  /** Parts of its fingerprint, if two adapters differ only in that: `{ temperature: 0 }`. */
  readonly fingerprint?: JsonObject | undefined
}

/** @throws AssayError `config` if no adapter or several match; the message lists the adapters. */
export function chooseAdapter({ path, lines }: Recording, choice: AdapterChoice): RecordedAdapter {
  const adapters = new Map(lines.map(({ identity, adapter }) => [identity, adapter]))
  const all = [...adapters.values()]
  const matching = all.filter((adapter) => matches(adapter, choice))
  const [only] = matching
  if (only === undefined) {
    if (all.length === 0) throw configError(`${path} holds no recorded reply. Record it first.`)
    throw configError(`${path} holds no reply of ${wanted(choice)}. It holds replies of ${namesOf(all)}.`)
  }
  if (matching.length === 1) return only
  const names = new Set(matching.map(nameOf))
  if (names.size > 1) {
    const { provider, modelId } = only
    throw configError(
      `${path} holds replies of ${namesOf(matching)}. Choose one: replay(file, { provider: '${provider}', modelId: '${modelId}' }), or recorded:FILE#${nameOf(only)}.`,
    )
  }
  const keys = [...new Set(matching.flatMap(({ fingerprint }) => Object.keys(fingerprint)))]
  const differing = keys.filter((key) => new Set(matching.map(({ fingerprint }) => shown(fingerprint[key]))).size > 1)
  const parts = differing.map((key) => `${key} (${matching.map(({ fingerprint }) => shown(fingerprint[key])).join(', ')})`)
  throw configError(
    `${path} holds replies of ${matching.length} adapters named ${nameOf(only)}, which differ in ${parts.join('; ')}. Choose one: replay(file, { fingerprint: { … } }), or record each in a file of its own.`,
  )
}

export function nameOf({ provider, modelId }: Pick<RecordedAdapter, 'provider' | 'modelId'>): string {
  return `${provider}:${modelId}`
}

function matches(adapter: RecordedAdapter, { provider, modelId, fingerprint = {} }: AdapterChoice): boolean {
  return (
    (provider === undefined || provider === adapter.provider) &&
    (modelId === undefined || modelId === adapter.modelId) &&
    Object.entries(fingerprint).every(([key, value]) => shown(value) === shown(adapter.fingerprint[key]))
  )
}

function wanted({ provider = '*', modelId = '*', fingerprint }: AdapterChoice): string {
  return `${provider}:${modelId}${fingerprint === undefined ? '' : ` with ${canonicalJson(fingerprint)}`}`
}

function namesOf(adapters: readonly RecordedAdapter[]): string {
  return [...new Set(adapters.map(nameOf))].join(' and ')
}

function shown(value: unknown): string {
  return value === undefined ? 'not set' : canonicalJson(value)
}
