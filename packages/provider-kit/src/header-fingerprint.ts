import { createHash } from 'node:crypto'
import type { JsonObject } from '@assay/core'

/** Names of headers that carry credentials: neither they nor a hash of them belongs into a fingerprint. */
const CREDENTIAL = /auth|key|token|secret|cookie|password|credential/i

/**
 * What the headers of a user add to a fingerprint: `{ headers: { 'x-route': '<hash>' } }`, or nothing. Other headers than credentials
 * may choose a route or a model at a gateway; as a hash they keep the replies of two routes apart without showing what they say.
 */
export function headerFingerprint(headers: Readonly<Record<string, string>>): JsonObject {
  const hashed = Object.entries(headers)
    .filter(([name]) => !CREDENTIAL.test(name))
    .map(([name, value]) => [name.toLowerCase(), createHash('sha256').update(value).digest('hex').slice(0, 12)] as const)
  return hashed.length === 0 ? {} : { headers: Object.fromEntries(hashed) }
}
