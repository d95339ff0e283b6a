import { expect } from 'vitest'
import { assayMatchers } from './matchers.ts'

expect.extend(assayMatchers)

export type { AtLeast, ContextRecallAssertion, IdRecallAssertion, NonLlmRecallAssertion } from './assertions.ts'
export { assayMatchers }
