import { AssayError } from './assay-error.ts'

/** An error of kind `config`: `message` says what is wrong, where, and what to do. */
export function configError(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}
