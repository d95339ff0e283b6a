import type { Metric } from '@assay/core'
import type { Claim } from '@assay/judge'
import {
  agreementOf,
  judgedMetric,
  type JudgedRow,
  lacksQuote,
  type Outcome,
  shareOutcome,
  summarizeVerdicts,
  uncovered,
} from '@assay/metric-kit'
import { isBlank } from '@assay/text'
import { assess } from './assess.ts'
import type { ContextRecallDetail } from './context-recall-detail.ts'
import { identityOf, NAME } from './context-recall-identity.ts'
import { type ContextRecallOptions, stepsFrom } from './context-recall-options.ts'

const VERSION = '1'
const WORDING = { items: ['claim', 'claims'], holds: 'supported by the retrieved contexts' } as const

/**
 * Context recall by claims: claims of the reference that the retrieved contexts support / all claims of the reference, in [0, 1].
 * Reads `reference`, `retrievedContexts`, and `userInput` if present.
 *
 * A blank reference is unscored; nothing retrieved is 0; neither costs a call.
 * @throws AssayError `config` for options that do not exist or do not go together.
 */
export function contextRecall(options: ContextRecallOptions): Metric<'reference' | 'retrievedContexts', ContextRecallDetail> {
  const { name = NAME } = options
  const steps = stepsFrom(options)
  const identity = identityOf(name, VERSION, steps)
  const { start } = identity
  const verifier = 'verifier' in steps ? steps.verifier : undefined
  return judgedMetric({
    name,
    version: VERSION,
    identity,
    direction: 'maximize',
    needs: ['reference', 'retrievedContexts'],
    reads: ['userInput'],
    summarize: verifier === undefined ? undefined : summarizeVerdicts<ContextRecallDetail>(verifier, ({ verdicts = [] }) => verdicts),
    outcome,
  })

  async function outcome({ texts, runtime, scope, onFailure }: JudgedRow<ContextRecallDetail>): Promise<Outcome<ContextRecallDetail>> {
    const { reference, contexts } = texts
    if (isBlank(reference)) {
      return { cause: 'empty_reference', reason: 'The reference is blank: there is nothing that could be recalled.' }
    }
    if (contexts.every(isBlank)) {
      const detail = { ...start, claims: [], verdicts: [], uncovered: { sentences: [], numbers: [] }, noVerifiedQuote: 0, repairs: [] }
      return { value: 0, reason: 'Nothing was retrieved: there is no context that is not blank.', detail }
    }
    const repairs: string[] = []
    let grouped = 0
    let known: readonly Claim[] = []
    onFailure(() => ({ ...start, ...(known.length === 0 ? {} : { claims: known }), repairs }))
    const { claims, verdicts } = await assess(steps, {
      texts,
      runtime,
      scope,
      onRepair: (repair) => repairs.push(repair),
      onGrouped: (groups) => void (grouped = Math.max(grouped, groups)),
      onClaims: (found) => void (known = found),
    })
    if (claims.length === 0) {
      const reason = 'No claim was found in the reference. Look whether it states anything.'
      return { cause: 'no_claims', reason, detail: { ...start, repairs } }
    }
    const agreement = agreementOf(verdicts)
    const detail: ContextRecallDetail = {
      ...start,
      claims,
      verdicts,
      uncovered: uncovered(reference, claims),
      noVerifiedQuote: verdicts.filter(lacksQuote).length,
      ...(agreement === undefined ? {} : { agreement }),
      ...(grouped === 0 ? {} : { grouped }),
      repairs,
    }
    return shareOutcome(verdicts, { threshold: verifier?.threshold, wording: WORDING, detail })
  }
}
