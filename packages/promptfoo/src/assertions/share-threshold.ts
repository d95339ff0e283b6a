import type { Assertion } from '../tests/test-case.ts'
import type { KindTools } from './kind.ts'

/** The threshold of an assertion whose score is a share; else `standard`, which is told. @throws AssayError `config` above 1. */
export function shareThreshold({ source }: Assertion, { threshold }: KindTools, standard: number): number {
  const found = threshold(standard)
  if (found <= 1) return found
  throw source.fault(`the threshold is ${found}; the score is a share, from 0 to 1.`, ['threshold'])
}
