import { LEXICAL_FEATURES, type LexicalFeatures } from './examine-claim.ts'

/** A logistic regression over the six features. */
export type LexicalWeights = {
  readonly intercept: number
  readonly weights: LexicalFeatures
}

/** The probability that a claim with these features is supported, in (0, 1), if both outcomes are equally common. */
export function supportProbability({ intercept, weights }: LexicalWeights, features: LexicalFeatures): number {
  const score = LEXICAL_FEATURES.reduce((sum, feature) => sum + weights[feature] * features[feature], intercept)
  return 1 / (1 + Math.exp(-score))
}
