import type { Reporter, RowForm } from './reporter.ts'

/**
 * A reporter whose code is loaded when a run begins, so that formats nobody asked for cost nothing.
 * @param form of rows that it takes rendered, if any.
 */
export function lazyReporter(load: () => Promise<Reporter>, form?: RowForm): Reporter {
  let loaded: Reporter | undefined
  return {
    async begin(run) {
      loaded = await load()
      await loaded.begin(run)
    },
    rows: (rows) => loaded?.rows(rows),
    ...(form === undefined ? {} : { rendered: { form, rows: (bytes: Uint8Array) => loaded?.rendered?.rows(bytes) } }),
    async end(summary, extras) {
      loaded ??= await load()
      return loaded.end(summary, extras)
    },
    async abandon() {
      await loaded?.abandon()
    },
  }
}
