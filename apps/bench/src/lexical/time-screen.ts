import { directRuntime } from '@assay/core'
import type { ClaimVerifier } from '@assay/judge'
import type { LabelledSource } from './dev-sources.ts'

export type ScreenTime = {
  readonly name: string
  /** CPU milliseconds for one statement with new contexts. */
  readonly pairMs: number
  /** CPU milliseconds for one more statement on the same contexts. */
  readonly claimMs: number
  readonly contextKb: number
}

const CLAIMS = 10

/** The CPU time of the screen on labelled rows, after a warm-up. CPU time, because other processes disturb it less. */
export async function timeScreen(screen: ClaimVerifier, sources: readonly Pick<LabelledSource, 'name' | 'rows'>[]): Promise<ScreenTime[]> {
  const runtime = directRuntime()
  const screenAll = async (rows: LabelledSource['rows'], times: number): Promise<number> => {
    const startedAt = process.cpuUsage()
    for (const { statement, contexts } of rows) {
      const claims = Array.from({ length: times }, (_, at) => ({ id: `c${at + 1}`, text: statement }))
      await screen.verify({ claims, contexts, runtime })
    }
    const { user, system } = process.cpuUsage(startedAt)
    return (user + system) / 1000 / rows.length
  }
  const measured: ScreenTime[] = []
  for (const { name, rows } of sources) {
    await screenAll(rows.slice(0, 100), 1)
    const pairMs = await screenAll(rows, 1)
    const claimMs = ((await screenAll(rows, CLAIMS)) - pairMs) / (CLAIMS - 1)
    const characters = rows.reduce((sum, { contexts }) => sum + contexts.reduce((length, context) => length + context.length, 0), 0)
    measured.push({ name, pairMs, claimMs, contextKb: characters / rows.length / 1000 })
  }
  return measured
}
