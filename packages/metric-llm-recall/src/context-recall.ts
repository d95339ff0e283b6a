import type { Metric } from '@assay/core'
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
import { claimsToVerify } from './claims-to-verify.ts'
import type { ContextRecallDetail } from './context-recall-detail.ts'
import { identityOf, NAME } from './context-recall-identity.ts'
import { type ContextRecallOptions, stepsFrom } from './context-recall-options.ts'

const VERSION = '1'
const WORDING = { items: ['claim', 'claims'], holds: 'supported by the retrieved contexts' } as const

/**
 * Context recall by claims: claims of the reference that the retrieved contexts support / all claims of the reference, in [0, 1]. Reads
 * `reference`, `retrievedContexts`, and `userInput` if present.
 * A blank reference is unscored; nothing retrieved is 0; both without a call.
 * @throws AssayError `config` for unknown or incompatible options.
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
    onFailure((repairs) => ({ ...start, repairs }))
    const known = await claimsToVerify(steps, { texts, runtime, scope })
    const { claims } = known
    if (claims.length === 0) {
      const reason = 'No claim was found in the reference. Look whether it states anything.'
      return { cause: 'no_claims', reason, detail: { ...start, repairs: known.repairs ?? [] } }
    }
    onFailure((repairs) => ({ ...start, claims, repairs }))
    const { verdicts, repairs = [], groups = 0 } = await known.verify()
    const agreement = agreementOf(verdicts)
    const detail: ContextRecallDetail = {
      ...start,
      claims,
      verdicts,
      uncovered: uncovered(reference, claims),
      noVerifiedQuote: verdicts.filter(lacksQuote).length,
      ...(agreement === undefined ? {} : { agreement }),
      ...(groups > 1 ? { grouped: groups } : {}),
      repairs,
    }
    return shareOutcome(verdicts, { threshold: verifier?.threshold, wording: WORDING, detail })
  }
}
