import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import type { AnyMetric } from '@assay/core'
import type { RowForm } from '@assay/reporters'

/** What of a run decides whether its rows can be scored by threads. */
export type ThreadedRun = {
  readonly data: readonly string[]
  readonly outputs: readonly string[]
  readonly groupBy: readonly string[]
  readonly limit: number | undefined
  readonly qrels: string | undefined
  readonly format: string | undefined
  /** As asked for: 0 for none. By itself where undefined. */
  readonly threads: number | undefined
}

/** Below, a run is over before a thread has started. By what the metrics do: ids are compared fast, texts slowly. */
const LEAST_BYTES = { ids: 16 * 1024 * 1024, texts: 6 * 1024 * 1024 }
const MOST_THREADS = 8

/**
 * Threads beside this one that score the rows of a run: 0 where it must be done in one, or is as well done so. Comparing ids, one more
 * thread keeps up with reading and writing; comparing texts, there is one for each further core.
 */
export function threadCount(run: ThreadedRun, metrics: readonly AnyMetric[]): number {
  const { data, outputs, groupBy, limit, qrels, format, threads } = run
  const isCut = groupBy.length > 0 || limit !== undefined
  if (threads === 0 || isCut || qrels !== undefined || (format ?? 'jsonl') !== 'jsonl') return 0
  if (!metrics.every(canMove) || formOf(outputs) === undefined) return 0
  const bytes = data.reduce((sum, path) => sum + plainBytes(path), 0)
  if (Number.isNaN(bytes)) return 0
  if (threads !== undefined) return threads
  const kind = metrics.every((metric) => metric.kind === 'id') ? 'ids' : 'texts'
  const others = Math.min(availableParallelism() - 1, MOST_THREADS)
  if (bytes < LEAST_BYTES[kind]) return 0
  return kind === 'ids' ? Math.min(others, 1) : others
}

/** Reports for which a few whole rows are enough. */
const DIGESTS: ReadonlySet<string> = new Set(['.md', '.txt'])

/** The one form in which rows are written, if they are; `undefined` where there are two, or reports that need whole rows. */
export function formOf(outputs: readonly string[]): { readonly form: RowForm | undefined } | undefined {
  const endings = outputs.map((file) => (file === '-' ? '.json' : extname(file).toLowerCase()))
  const [ending, ...others] = new Set(endings.filter((found) => !DIGESTS.has(found)))
  if (others.length > 0) return undefined
  if (ending === undefined) return { form: undefined }
  return ending === '.json' ? { form: 'json' } : ending === '.jsonl' ? { form: 'jsonl' } : undefined
}

/** Whether it can be made again from its config, asks nobody, runs nobody's own code, and its sums are those of its values. */
function canMove({ config, kind, evidence = 'exact', summarize }: AnyMetric): boolean {
  if (config === null || kind === 'llm' || evidence !== 'exact' || summarize !== undefined) return false
  return !/[/\\]|"embedding/.test(JSON.stringify(config))
}

/** Bytes of a plain file of JSON Lines; NaN where it is something else. */
function plainBytes(path: string): number {
  if (!/\.(?:jsonl|ndjson)$/i.test(path)) return Number.NaN
  try {
    const found = statSync(path)
    return found.isFile() ? found.size : Number.NaN
  } catch {
    // Who reads it says why it cannot be read.
    return Number.NaN
  }
}
