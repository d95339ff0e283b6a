import { expect } from '@jest/globals'
import type { AnyMetric } from '@assay/core'
import type { AtLeast, ContextRecallAssertion, IdRecallAssertion, NonLlmRecallAssertion } from './assertion-options.ts'
import { assayMatchers } from './matchers.ts'

expect.extend(assayMatchers)

/** `Now` is what a matcher gives that asks nobody. */
type AssayMatchers<Now> = {
  /** The claims of the reference that the retrieved contexts support, by a judge. To be awaited. */
  toHaveContextRecall(options: ContextRecallAssertion): Promise<void>
  /** The reference contexts that some retrieved context is similar enough to. To be awaited. */
  toHaveNonLlmContextRecall(options: NonLlmRecallAssertion): Promise<void>
  /** The reference ids that are among the retrieved ids. Asks nobody, so there is nothing to wait for. */
  toHaveIdBasedContextRecall(options: IdRecallAssertion): Now
  /** The value of any metric. To be awaited. */
  toScore(metric: AnyMetric, options: AtLeast): Promise<void>
}

// Of `import { expect } from '@jest/globals'`.
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends AssayMatchers<R> {}
  interface AsymmetricMatchers extends Pick<AssayMatchers<unknown>, 'toHaveIdBasedContextRecall'> {}
}

// Of the global `expect`, by `@types/jest`.
declare global {
  namespace jest {
    interface Matchers<R, T = {}> extends AssayMatchers<R> {}
  }
}
