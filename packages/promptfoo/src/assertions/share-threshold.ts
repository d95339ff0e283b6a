import type { AssayError } from '@assay/core'
import type { Source } from '../reading/source.ts'
import type { Assertion } from '../tests/test-case.ts'
import type { KindTools } from './kind.ts'

/** The threshold of an assertion whose score is a share, else `standard`. @throws AssayError `config` above 1. */
export function shareThreshold({ source }: Assertion, { threshold }: KindTools, standard: number): number {
  const found = threshold(standard)
  if (found <= 1) return found
  throw aboveShare(found, source)
}

export function aboveShare(threshold: number, source: Source): AssayError {
  return source.fault(`the threshold is ${threshold}; the score is a share, from 0 to 1.`, ['threshold'])
}
