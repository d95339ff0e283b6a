import { type AnyMetric, type Score, unscored } from '@assay/core'

const WAYS_OUT = {
  context: 'a text, a list of texts, or file://…), or name its place in the answer, as in contextTransform: output.context.',
  query: 'the question).',
} as const

/** The metric for a test that lacks a variable: unscored, with what to do in a promptfoo configuration. */
export function withoutVariable(base: AnyMetric, variable: keyof typeof WAYS_OUT): AnyMetric {
  const { name, signature } = base
  const score = (): Score =>
    unscored({
      signature,
      cause: 'missing_field',
      reason: `${name} reads the variable "${variable}", and this test has none. Give it among the test's vars (${WAYS_OUT[variable]}`,
    })
  return { ...base, needs: [], scoreNow: score, score: () => Promise.resolve(score()) }
}
