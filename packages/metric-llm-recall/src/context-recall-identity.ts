import type { MetricKind, MetricConfig } from '@assay/core'
import { claimIdentity, metricConfig, metricSignature } from '@assay/metric-kit'
import type { Steps } from './context-recall-options.ts'

/** What distinguishes variants of context recall. */
export type Identity = {
  readonly kind: MetricKind
  readonly evidence: 'judge' | 'screen'
  readonly signature: string
  readonly config: MetricConfig | null
  /** The beginning of every detail. */
  readonly start: {
    /** Its name in the signature. */
    readonly strategy: string
    /** How the claims were chosen, and so the denominator. */
    readonly denominator: 'extractor' | 'judge'
    readonly extractor: string
    readonly verifier: string
    readonly promptHash?: string
  }
}

export const NAME = 'context_recall'
const TYPE = 'context-recall'

/** The name that a user gives is used in the run, not in the signature: it changes no score. */
export function identityOf(name: string, version: string, steps: Steps): Identity {
  if ('assessor' in steps) return assessorIdentity(name, version, steps.assessor)
  const { start, ...identity } = claimIdentity({ usualName: NAME, type: TYPE, version, name }, steps, ['reference'])
  const { strategy, verifier, promptHash } = start
  return {
    ...identity,
    start: {
      strategy,
      denominator: 'extractor',
      extractor: steps.extractor.signature,
      verifier,
      ...(promptHash === undefined ? {} : { promptHash }),
    },
  }
}

function assessorIdentity(
  name: string,
  version: string,
  { id, signature, signatureOptions = [], promptHash, config }: Extract<Steps, { assessor: unknown }>['assessor'],
): Identity {
  return {
    kind: 'llm',
    evidence: 'judge',
    signature: metricSignature(NAME, version, promptHash, [['strategy', id], ['judge', signature], ...signatureOptions]),
    config: config === undefined ? null : metricConfig(TYPE, NAME, name, { assessor: config }),
    start: {
      strategy: id,
      denominator: 'judge',
      extractor: signature,
      verifier: signature,
      ...(promptHash === undefined ? {} : { promptHash }),
    },
  }
}
