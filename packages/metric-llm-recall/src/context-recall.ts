import {
  AssayError,
  contextsOf,
  directRuntime,
  meterRuntime,
  type Metric,
  readSample,
  type Runtime,
  type SampleWith,
  type Score,
  scored,
  textOf,
  unscored,
  unscoredBy,
} from '@assay/core'
import type { Verdict } from '@assay/judge'
import { isBlank } from '@assay/text'
import { agreementOf } from './agreement.ts'
import { type ClaimsToVerify, claimsToVerify } from './claims-to-verify.ts'
import type { ContextRecallDetail } from './context-recall-detail.ts'
import { identityOf, NAME } from './context-recall-identity.ts'
import { type ContextRecallOptions, stepsFrom } from './context-recall-options.ts'
import { tally, type Tally } from './tally.ts'
import { uncovered } from './uncovered.ts'
import { createVerdictSummary } from './verdict-summary.ts'

type Fields = 'reference' | 'retrievedContexts'

const VERSION = '1'

/**
 * Context recall by claims: claims of the reference that the retrieved contexts support / all claims of the reference, in [0, 1].
 * Reads `reference`, `retrievedContexts`, and `userInput` if present.
 *
 * A blank reference is unscored; nothing retrieved is 0; neither costs a call.
 * @throws AssayError `config` for options that do not exist or do not go together.
 */
export function contextRecall(options: ContextRecallOptions): Metric<Fields, ContextRecallDetail> {
  const { name = NAME } = options
  const steps = stepsFrom(options)
  const { kind, evidence, signature, promptHash, config, ...who } = identityOf(name, VERSION, steps)
  const { strategy, denominator, extractor, verifier } = who
  const start = { strategy, denominator, extractor, verifier, ...(promptHash === undefined ? {} : { promptHash }) }
  const threshold = 'verifier' in steps ? steps.verifier.threshold : undefined

  return {
    specificationVersion: 'v1',
    name,
    version: VERSION,
    kind,
    evidence,
    direction: 'maximize',
    needs: ['reference', 'retrievedContexts'],
    reads: ['userInput'],
    signature,
    config,
    score: scoreSample,
    ...('verifier' in steps && (steps.verifier.kind === 'judge' || steps.verifier.composition !== undefined)
      ? { summarize: createVerdictSummary }
      : {}),
  }

  async function scoreSample(given: SampleWith<Fields>, runtime?: Runtime): Promise<Score<ContextRecallDetail>> {
    try {
      const sample = readSample(given, ['userInput'])
      return await scoreTexts(
        { ...sample, reference: textOf(sample, 'reference'), retrievedContexts: contextsOf(sample, 'retrievedContexts') },
        runtime,
      )
    } catch (error) {
      return unscoredBy(error, { signature })
    }
  }

  async function scoreTexts(sample: SampleWith<Fields>, given: Runtime | undefined): Promise<Score<ContextRecallDetail>> {
    const { reference, retrievedContexts: contexts } = sample
    const base = given ?? directRuntime()
    const runtime = meterRuntime(base)
    if (isBlank(reference)) {
      return unscored({ signature, cause: 'empty_reference', reason: 'The reference is blank: there is nothing that could be recalled.' })
    }
    if (contexts.every(isBlank)) {
      const detail = { ...start, claims: [], verdicts: [], uncovered: { sentences: [], numbers: [] }, noVerifiedQuote: 0, repairs: [] }
      return scored({ signature, value: 0, reason: 'Nothing was retrieved: there is no context that is not blank.', detail })
    }
    let known: ClaimsToVerify | undefined
    try {
      known = await claimsToVerify(steps, { sample, runtime, scope: base })
      const { claims } = known
      if (claims.length === 0) {
        const reason = 'No claim was found in the reference. Look whether it states anything.'
        const detail = { ...start, repairs: known.repairs ?? [] }
        return unscored({ signature, cause: 'no_claims', reason, usage: runtime.usage(), detail })
      }
      const { verdicts, repairs = [], groups = 0 } = await known.verify()
      const found = tally(verdicts, threshold)
      const agreement = agreementOf(verdicts)
      const noVerifiedQuote = verdicts.filter(lacksQuote).length
      const detail: ContextRecallDetail = {
        ...start,
        claims,
        verdicts,
        uncovered: uncovered(reference, claims),
        noVerifiedQuote,
        ...(agreement === undefined ? {} : { agreement }),
        ...(groups > 1 ? { grouped: groups } : {}),
        repairs,
      }
      const reason = reasonOf(found, claims.length, threshold)
      const usage = runtime.usage()
      if (found.tied > 0) return unscored({ signature, cause: 'no_majority', reason, usage, detail })
      return found.value === null
        ? unscored({ signature, cause: 'undecided', reason, usage, detail })
        : scored({ signature, value: found.value, range: found.range, reason, usage, detail })
    } catch (error) {
      const repairs = (AssayError.is(error) ? error.repairs : undefined) ?? []
      const detail = { ...start, ...(known === undefined ? {} : { claims: known.claims }), repairs }
      return unscoredBy(error, { signature, usage: runtime.usage(), detail })
    }
  }
}

/** A "yes" without a place in the contexts, whether or not it was taken back for that. */
function lacksQuote({ outcome, reason, evidence }: Verdict): boolean {
  return reason === 'no_verified_quote' || (outcome === 'supported' && !evidence.some(({ verified }) => verified))
}

function reasonOf({ supported, undecided, tied, likely }: Tally, claims: number, threshold: number | undefined): string {
  const of = `of ${claims} ${claims === 1 ? 'claim' : 'claims'}`
  const sentence = `${supported} ${of} ${claims === 1 ? 'is' : 'are'} supported by the retrieved contexts`
  if (tied > 0) return `${sentence}; on ${tied} as many valid votes were cast for as against.`
  if (undecided === 0) return `${sentence}.`
  if (threshold === undefined || likely === null) return `${sentence}; ${undecided} stayed undecided, and nothing says how to count them.`
  const counting = `${supported + likely} ${of} ${claims === 1 ? 'counts' : 'count'} as supported by the retrieved contexts`
  return `${counting}: ${supported} decided as such, and ${likely} of ${undecided} left undecided, at a probability of ${threshold} or more.`
}
