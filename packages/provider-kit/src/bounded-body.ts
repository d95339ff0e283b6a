import type { IncomingMessage } from 'node:http'
import { pipeline, Transform } from 'node:stream'

/** More than any reply of a judge, and than the largest batch of vectors. */
const MOST_MB = 64
export const ANSWER_TOO_LONG = 'ERR_ANSWER_TOO_LONG'

/**
 * The body of an answer as it comes, up to 64 MB: a server that never stops sending must not fill the memory. Beyond, the stream fails with
 * the code `ERR_ANSWER_TOO_LONG`, and the connection is closed, as it is where the reader leaves.
 */
export function boundedBody(incoming: IncomingMessage): Transform {
  let bytes = 0
  const bound = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (isTooLong(bytes)) done(answerTooLong())
      else done(null, chunk)
    },
  })
  // Whoever reads the stream hears of what broke it.
  return pipeline(incoming, bound, () => undefined)
}

export function answerTooLong(): Error {
  return Object.assign(new Error(`the answer is longer than ${MOST_MB} MB`), { code: ANSWER_TOO_LONG })
}

export function isTooLong(bytes: number): boolean {
  return bytes > MOST_MB * 1e6
}
