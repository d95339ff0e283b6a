import type { Reporter } from './reporter.ts'

/** A reporter whose code is loaded when a run begins, so that unused formats are never loaded. */
export function lazyReporter(load: () => Promise<Reporter>): Reporter {
  let loaded: Reporter | undefined
  return {
    async begin(run) {
      loaded = await load()
      await loaded.begin(run)
    },
    rows: (rows) => loaded?.rows(rows),
    async end(summary, extras) {
      loaded ??= await load()
      return loaded.end(summary, extras)
    },
    async abandon() {
      await loaded?.abandon()
    },
  }
}
