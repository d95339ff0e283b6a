import type { ClaimVerifier } from '@assay/judge'
import { contextRecall } from '@assay/metric-llm-recall'
import { evaluate } from '@assay/runner'
import { type FinishedRun, rowsOf } from './sample-run.ts'

/** Leaves every claim open, at a probability that counts as supported from 0.5. */
const unsure: ClaimVerifier = {
  id: 'unsure',
  version: '1',
  signature: 'unsure@1',
  kind: 'screen',
  threshold: 0.5,
  verify: ({ claims }) =>
    Promise.resolve({
      verdicts: claims.map(({ id }) => ({ claim: id, outcome: 'undecided' as const, probability: 0.8, decidedBy: 'unsure@1', reason: 'words alone', evidence: [] })),
    }),
}

/** One row of one claim that a screen left open, checked at a threshold. */
export async function openRun(threshold: number): Promise<FinishedRun> {
  const evaluation = evaluate({
    data: [{ id: 'open', userInput: 'Where?', reference: 'Oslo lies on a fjord.', retrievedContexts: ['Oslo is the capital.'] }],
    metrics: () => [{ metric: contextRecall({ judge: unsure }), threshold }],
  })
  const rows = await rowsOf(evaluation)
  return { run: evaluation.run, rows, summary: await evaluation.result() }
}
