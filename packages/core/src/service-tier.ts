import { AssayError } from './assay-error.ts'

/** Whether a request failed because its service tier has no capacity now. Such a request is not charged. */
export function lacksCapacity(error: unknown): boolean {
  return AssayError.is(error) && error.kind === 'rate_limit' && error.parameter === 'service_tier'
}
