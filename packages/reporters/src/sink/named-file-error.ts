import { AssayError } from '@assay/core'

/** Runs work on a file the user named; what fails says which file and what to look at. @throws AssayError `config`. */
export async function namedFileError<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new AssayError({
      kind: 'config',
      message: `Cannot write ${path}: ${why}. Check that its folder exists, has room and may be written to.`,
      cause: error,
    })
  }
}
