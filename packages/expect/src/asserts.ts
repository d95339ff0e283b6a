import { AssertionError } from 'node:assert'
import type { AnyMetric } from '@assay/core'
import type { AtLeast, ContextRecallAssertion, IdRecallAssertion, NonLlmRecallAssertion } from './assertion-options.ts'
import { failureMessage } from './failure-message.ts'
import { byClaims, byIds, byMetric, bySimilarity, type Measured } from './measured.ts'

/**
 * The claims of the reference that the retrieved contexts support, by a judge, must reach `atLeast`.
 * @throws AssertionError where they do not, or there is no score; AssayError `config` for what is no sample, and for wrong options.
 */
export async function assertContextRecall(sample: unknown, options: ContextRecallAssertion): Promise<void> {
  assertReached('assertContextRecall', await byClaims('assertContextRecall', sample, options))
}

/** The reference contexts that some retrieved context is similar enough to. Throws as `assertContextRecall` does. */
export async function assertNonLlmContextRecall(sample: unknown, options: NonLlmRecallAssertion): Promise<void> {
  assertReached('assertNonLlmContextRecall', await bySimilarity('assertNonLlmContextRecall', sample, options))
}

/** The reference ids that are among the retrieved ids, at once. Throws as `assertContextRecall` does. */
export function assertIdBasedContextRecall(sample: unknown, options: IdRecallAssertion): void {
  assertReached('assertIdBasedContextRecall', byIds('assertIdBasedContextRecall', sample, options))
}

/** The value of any metric. Throws as `assertContextRecall` does. */
export async function assertScore(sample: unknown, metric: AnyMetric, options: AtLeast): Promise<void> {
  assertReached('assertScore', await byMetric('assertScore', sample, metric, options))
}

function assertReached(operator: string, measured: Measured): void {
  const { atLeast, score } = measured
  if (score.status === 'scored' && score.value >= atLeast) return
  const call = `${operator}(sample, { atLeast: ${atLeast} })`
  throw new AssertionError({ message: failureMessage(measured, { call, isNot: false }), actual: score.value, expected: atLeast, operator })
}
