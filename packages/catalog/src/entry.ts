import { isRecord } from '@assay/core'
import type { MetricEntry, ProviderEntry, SimilarityEntry } from '@assay/options'

export type Entry = MetricEntry | ProviderEntry | SimilarityEntry

/** Whether a value exported or passed by user code is an entry. */
export function isEntry(value: unknown): value is Entry {
  if (!isRecord(value)) return false
  const { kind, type, name, options, create, judge } = value
  if (kind === 'metric') return typeof type === 'string' && isRecord(options) && typeof create === 'function'
  if (kind === 'provider') return typeof name === 'string' && isRecord(options) && typeof judge === 'function'
  return kind === 'similarity' && typeof name === 'string' && typeof create === 'function'
}

/** The entries of a catalog, each under its name. */
export type Entries = {
  readonly metrics: ReadonlyMap<string, MetricEntry>
  readonly providers: ReadonlyMap<string, ProviderEntry>
  readonly similarities: ReadonlyMap<string, SimilarityEntry>
}

/** Of two entries of one kind and name the later one counts. */
export function entriesOf(all: readonly Entry[]): Entries {
  return {
    metrics: new Map(all.flatMap((entry) => (entry.kind === 'metric' ? [[entry.type, entry] as const] : []))),
    providers: new Map(all.flatMap((entry) => (entry.kind === 'provider' ? [[entry.name, entry] as const] : []))),
    similarities: new Map(all.flatMap((entry) => (entry.kind === 'similarity' ? [[entry.name, entry] as const] : []))),
  }
}

/** `Context_Recall` as `context-recall`. */
export function dashed(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}
