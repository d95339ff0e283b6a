import type { AnyMetric } from '@assay/core'
import type { AtLeast, ContextRecallAssertion, IdRecallAssertion, NonLlmRecallAssertion } from './assertion-options.ts'
import { failureMessage } from './failure-message.ts'
import { byClaims, byIds, byMetric, bySimilarity, type Measured } from './measured.ts'

/** What a matcher sees of the expectation it stands in, in every framework. */
type Expectation = { readonly isNot?: boolean | undefined }
type Verdict = { readonly pass: boolean; readonly message: () => string }

/** For `expect.extend` of Vitest, Jest, and whatever else takes matchers in their form. */
export const assayMatchers = {
  async toHaveContextRecall(this: Expectation, received: unknown, options: ContextRecallAssertion): Promise<Verdict> {
    return verdictOn(this, 'toHaveContextRecall', await byClaims('toHaveContextRecall', received, options))
  },
  async toHaveNonLlmContextRecall(this: Expectation, received: unknown, options: NonLlmRecallAssertion): Promise<Verdict> {
    return verdictOn(this, 'toHaveNonLlmContextRecall', await bySimilarity('toHaveNonLlmContextRecall', received, options))
  },
  toHaveIdBasedContextRecall(this: Expectation, received: unknown, options: IdRecallAssertion): Verdict {
    return verdictOn(this, 'toHaveIdBasedContextRecall', byIds('toHaveIdBasedContextRecall', received, options))
  },
  async toScore(this: Expectation, received: unknown, metric: AnyMetric, options: AtLeast): Promise<Verdict> {
    return verdictOn(this, 'toScore', await byMetric('toScore', received, metric, options))
  },
}

/** Frameworks turn `pass` round under `.not`; what has no score is to fail there, too. */
function verdictOn({ isNot = false }: Expectation, matcher: string, measured: Measured): Verdict {
  const { score, atLeast } = measured
  const call = `expect(sample)${isNot ? '.not' : ''}.${matcher}({ atLeast: ${atLeast} })`
  const pass = score.status === 'unscored' ? isNot : score.value >= atLeast
  return { pass, message: () => failureMessage(measured, { call, isNot }) }
}
