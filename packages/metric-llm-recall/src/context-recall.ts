import {
  AssayError,
  directRuntime,
  meterRuntime,
  type Metric,
  type Runtime,
  type SampleWith,
  type Score,
  scored,
  unscored,
  unscoredBy,
} from '@assay/core'
import type { Claim } from '@assay/judge'
import { isBlank } from '@assay/text'
import type { ContextRecallDetail } from './context-recall-detail.ts'
import { identityOf, NAME } from './context-recall-identity.ts'
import { type ContextRecallOptions, stepsFrom } from './context-recall-options.ts'
import { tally, type Tally } from './tally.ts'
import { uncovered } from './uncovered.ts'
import { verdictsInOrder } from './verdicts-in-order.ts'

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
  const { extractor, verifier } = steps
  const { kind, signature, promptHash, config } = identityOf(name, VERSION, steps)
  const start = {
    strategy: 'batched',
    extractor: extractor.signature,
    verifier: verifier.signature,
    ...(promptHash === undefined ? {} : { promptHash }),
  } as const

  return {
    specificationVersion: 'v1',
    name,
    version: VERSION,
    kind,
    evidence: verifier.kind,
    direction: 'maximize',
    needs: ['reference', 'retrievedContexts'],
    signature,
    config,
    score: scoreSample,
  }

  async function scoreSample(sample: SampleWith<Fields>, given?: Runtime): Promise<Score<ContextRecallDetail>> {
    const { reference, retrievedContexts: contexts, userInput } = sample
    const base = given ?? directRuntime()
    const runtime = meterRuntime(base)
    if (isBlank(reference)) {
      return unscored({ signature, cause: 'empty_reference', reason: 'The reference is blank: there is nothing that could be recalled.' })
    }
    if (contexts.every(isBlank)) {
      const detail = { ...start, claims: [], verdicts: [], uncovered: { sentences: [], numbers: [] }, noVerifiedQuote: 0, repairs: [] }
      return scored({ signature, value: 0, reason: 'Nothing was retrieved: there is no context that is not blank.', detail })
    }
    const repairs: string[] = []
    const onRepair = (repair: string): void => void repairs.push(repair)
    let claims: readonly Claim[] = []
    try {
      claims = await extractor.extract({ reference, userInput, runtime, scope: base, onRepair })
      if (claims.length === 0) {
        const reason = 'No claim was found in the reference. Look whether it states anything.'
        return unscored({ signature, cause: 'no_claims', reason, usage: runtime.usage(), detail: { ...start, repairs } })
      }
      checkClaims(claims, extractor.signature)
      const answers = await verifier.verify({ claims, contexts, userInput, runtime, onRepair })
      const verdicts = verdictsInOrder(claims, answers, verifier)
      const found = tally(verdicts, verifier.threshold)
      const noVerifiedQuote = verdicts.filter((verdict) => verdict.reason === 'no_verified_quote').length
      const detail = { ...start, claims, verdicts, uncovered: uncovered(reference, claims), noVerifiedQuote, repairs }
      const reason = reasonOf(found, claims.length, verifier.threshold)
      const usage = runtime.usage()
      return found.value === null
        ? unscored({ signature, cause: 'undecided', reason, usage, detail })
        : scored({ signature, value: found.value, range: found.range, reason, usage, detail })
    } catch (error) {
      return unscoredBy(error, {
        signature,
        usage: runtime.usage(),
        detail: { ...start, ...(claims.length === 0 ? {} : { claims }), repairs },
      })
    }
  }
}

/** Extractors come from anywhere; ids that repeat would let one verdict stand for two claims. */
function checkClaims(claims: readonly Claim[], extractor: string): void {
  if (new Set(claims.map(({ id }) => id)).size < claims.length) {
    throw new AssayError({ kind: 'config', message: `The extractor ${extractor} gave two claims the same id. Each needs its own.` })
  }
}

function reasonOf({ supported, undecided }: Tally, claims: number, threshold: number | undefined): string {
  const sentence = `${supported} of ${claims} ${claims === 1 ? 'claim is' : 'claims are'} supported by the retrieved contexts`
  if (undecided === 0) return `${sentence}.`
  const counted = threshold === undefined ? 'there is no threshold to count them by' : `they count by their probability, from ${threshold}`
  return `${sentence}; ${undecided} stayed undecided, and ${counted}.`
}
