import { AssayError } from './assay-error.ts'

/** A fault of a configuration or an option: `message` says what stands where, and what is due. */
export function configError(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}
