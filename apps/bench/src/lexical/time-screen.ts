import { directRuntime } from '@assay/core'
import type { ClaimVerifier } from '@assay/judge'
import type { LabelledSource } from './dev-sources.ts'

export type ScreenTime = { readonly name: string; readonly pairMs: number; readonly contextKb: number }

/** Mean milliseconds one statement takes with its contexts, nothing shared between rows, after one unmeasured round. */
export async function timeScreen(screen: ClaimVerifier, sources: readonly Pick<LabelledSource, 'name' | 'rows'>[]): Promise<ScreenTime[]> {
  const runtime = directRuntime()
  const screenAll = async (rows: LabelledSource['rows']): Promise<void> => {
    for (const { statement, contexts } of rows) await screen.verify({ claims: [{ id: 'c1', text: statement }], contexts, runtime })
  }
  const times: ScreenTime[] = []
  for (const { name, rows } of sources) {
    await screenAll(rows.slice(0, 100))
    const startedAt = performance.now()
    await screenAll(rows)
    const characters = rows.reduce((sum, { contexts }) => sum + contexts.reduce((length, context) => length + context.length, 0), 0)
    times.push({ name, pairMs: (performance.now() - startedAt) / rows.length, contextKb: characters / rows.length / 1000 })
  }
  return times
}
