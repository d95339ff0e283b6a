export type { AtLeast, ContextRecallAssertion, IdRecallAssertion, NonLlmRecallAssertion } from './assertion-options.ts'
export { assertContextRecall, assertIdBasedContextRecall, assertNonLlmContextRecall, assertScore } from './asserts.ts'
export { assayMatchers } from './matchers.ts'
