import type { AnyMetric } from '@assay/core'
import { assayMatchers, type AtLeast, type ContextRecallAssertion, type IdRecallAssertion, type NonLlmRecallAssertion } from '@assay/expect'
import { expect } from 'vitest'

expect.extend(assayMatchers)

export type { AtLeast, ContextRecallAssertion, IdRecallAssertion, NonLlmRecallAssertion } from '@assay/expect'
export { assayMatchers } from '@assay/expect'

declare global {
  // Vitest's own interfaces for matchers have other type parameters in each major version. All of them are made from this one.
  namespace Chai {
    interface Assertion {
      /** The claims of the reference that the retrieved contexts support, by a judge. To be awaited. */
      toHaveContextRecall(options: ContextRecallAssertion): Promise<void>
      /** The reference contexts that some retrieved context is similar enough to. To be awaited. */
      toHaveNonLlmContextRecall(options: NonLlmRecallAssertion): Promise<void>
      /** The reference ids that are among the retrieved ids. Asks nobody, so there is nothing to wait for. */
      toHaveIdBasedContextRecall(options: IdRecallAssertion): void
      /** The value of any metric. To be awaited. */
      toScore(metric: AnyMetric, options: AtLeast): Promise<void>
    }
  }
}

declare module 'vitest' {
  interface AsymmetricMatchersContaining {
    /** The same inside other expectations. */
    toHaveIdBasedContextRecall(options: IdRecallAssertion): unknown
  }
}
