import { type AnyMetric, type Score, unscored } from '@assay/core'

/** The metric where a test has no contexts: unscored, with what to do about it in a promptfoo configuration. */
export function withoutContext(base: AnyMetric): AnyMetric {
  const { name, signature } = base
  const score = (): Score =>
    unscored({
      signature,
      cause: 'missing_field',
      reason: `${name} reads the variable "context", and this test has none. Give it among the test's vars (a text, a list of texts, or file://…), or name its place in the answer, as in contextTransform: output.context.`,
    })
  return { ...base, needs: [], scoreNow: score, score: () => Promise.resolve(score()) }
}
