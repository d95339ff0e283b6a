import { type ClaimVerifier, lexicalScreen, type Verdict } from '@assay/judge'
import { decideClaim } from '@assay/judge/lexical-screen'
import { pairKey } from '../fixtures/contexts-key.ts'
import type { FixtureItem } from '../fixtures/fixture-item.ts'
import type { LabelledSource } from '../lexical/dev-sources.ts'
import { prepareSources } from '../lexical/learn-screen.ts'
import { type ScreenedRow, screenUnseen } from '../lexical/leave-one-source-out.ts'
import type { RunnableJudge } from './bench-judge.ts'

/**
 * The lexical screen as a baseline. An item of a training file is judged by weights trained on the other files alone. The threshold is the
 * shipped one.
 * @param sources The files that the screen was trained on.
 */
export function lexicalJudge(items: readonly FixtureItem[], sources: readonly LabelledSource[]): RunnableJudge {
  const shipped = lexicalScreen()
  const judged = new Set(items.map(pairKey))
  const held = sources.filter(({ rows }) => rows.some((row) => judged.has(pairKey(row))))
  const unseen = new Map<string, ScreenedRow>()
  const prepared = held.length === 0 ? [] : prepareSources(sources)
  for (const tested of prepared.filter(({ name }) => held.some((source) => source.name === name))) {
    const screened = screenUnseen(tested, prepared)
    for (const [at, row] of tested.rows.entries()) {
      const found = screened.rows[at]
      if (found !== undefined) unseen.set(pairKey(row), found)
    }
  }
  const names = held.map(({ name }) => name)
  return {
    key: 'lexical',
    name: 'lexical',
    kind: 'screen',
    isBaseline: true,
    strategy: 'per-claim',
    verifier: unseen.size === 0 ? shipped : withUnseen(shipped, unseen),
    notes: [
      'A lexical screen, not a judge.',
      ...(names.length === 0 ? [] : [`On ${names.join(', ')}: with weights trained on the other dev files alone.`]),
    ],
  }
}

function withUnseen(shipped: ClaimVerifier, unseen: ReadonlyMap<string, ScreenedRow>): ClaimVerifier {
  const { signature, threshold = 0.5 } = shipped
  return {
    ...shipped,
    signature: `${signature}+unseen`,
    async verify(input) {
      const verdicts: Verdict[] = []
      for (const claim of input.claims) {
        const row = unseen.get(pairKey({ statement: claim.text, contexts: input.contexts }))
        if (row === undefined) {
          verdicts.push(...(await shipped.verify({ ...input, claims: [claim] })).verdicts)
          continue
        }
        const decision = decideClaim(row.examined, row.probability, threshold)
        verdicts.push({ claim: claim.id, ...decision, probability: row.probability, decidedBy: `${signature}+unseen`, evidence: [] })
      }
      return { verdicts }
    },
  }
}
