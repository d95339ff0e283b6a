import { directRuntime } from '@assay/core'
import type { ClaimVerifier } from '@assay/judge'
import type { LabelledSource } from './dev-sources.ts'

export type FrontError = {
  readonly name: string
  readonly rows: number
  /** Statements that it decides as unsupported. */
  readonly settled: number
  /** How many of these people call supported. */
  readonly wrong: number
}

/** Counts the statements that a verifier in front of a judge decides as unsupported, and how often people disagree. */
export async function measureFront(front: ClaimVerifier, sources: readonly Pick<LabelledSource, 'name' | 'rows'>[]): Promise<FrontError[]> {
  const runtime = directRuntime()
  const measured: FrontError[] = []
  for (const { name, rows } of sources) {
    let settled = 0
    let wrong = 0
    for (const { statement, contexts, label } of rows) {
      const [verdict] = (await front.verify({ claims: [{ id: 'c1', text: statement }], contexts, runtime })).verdicts
      if (verdict?.outcome !== 'unsupported') continue
      settled += 1
      if (label === 1) wrong += 1
    }
    measured.push({ name, rows: rows.length, settled, wrong })
  }
  return measured
}
