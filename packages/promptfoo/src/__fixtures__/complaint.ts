import { AssayError } from '@assay/core'

/** What the error says that this ends in. */
export async function complaint(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!AssayError.is(error)) throw new Error(`no AssayError: ${String(error)}`)
  return error.message
}
