import { dataError } from '../data-error.ts'
import type { DataFile } from '../formats/format.ts'
import { gunzipped } from './gunzipped.ts'

/** The name of standard input. A file of that name is `./-`. */
export const STANDARD_INPUT = '-'

const NAME = 'standard input'

let isTaken = false

/** Standard input. It can be read once: reading it again is an error, not an empty data set. */
export function standardInput(): DataFile {
  return { path: NAME, bytes: () => gunzipped(NAME, chunks()) }
}

async function* chunks(): AsyncGenerator<Buffer> {
  if (isTaken) {
    throw dataError({ file: NAME }, 'it was read already, and can be read only once. Write the rows to a file, and name the file.')
  }
  isTaken = true
  const stream: AsyncIterable<Buffer | string> = process.stdin
  for await (const chunk of stream) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}
