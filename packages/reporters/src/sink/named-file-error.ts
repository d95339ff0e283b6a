import { AssayError } from '@assay/core'

/** Runs work on a file that the user named. Errors name the file and what to check. @throws AssayError `config`. */
export async function namedFileError<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new AssayError({
      kind: 'config',
      message: `Cannot write ${path}: ${why}. Check that its folder exists, is writable and has space left.`,
      cause: error,
    })
  }
}
