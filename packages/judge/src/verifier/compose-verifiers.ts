import { createHash } from 'node:crypto'
import type { JsonObject, JsonValue } from '@assay/core'
import type { ClaimVerifier } from '../claim-verifier.ts'

/** What a composed verifier takes over from its members: signature, prompt hash, configuration. */
export function composeVerifiers(o: {
  readonly name: string
  readonly version: string
  readonly kind: ClaimVerifier['kind']
  readonly members: readonly ClaimVerifier[]
  /** Settings, in the signature after the members. */
  readonly settings?: readonly string[]
  /** The configuration, from those of the members; left out if a member has none. */
  readonly config: (members: readonly JsonValue[]) => JsonObject
  readonly verify: (signature: string) => ClaimVerifier['verify']
}): ClaimVerifier {
  const { name, version, kind, members, settings = [] } = o
  const signature = `${name}(${[...members.map((member) => member.signature), ...settings].join(';')})`
  const configs = members.flatMap(({ config }) => (config === undefined ? [] : [config]))
  const hash = combinedHash(members.flatMap(({ promptHash }) => promptHash ?? []))
  return {
    id: name,
    version,
    kind,
    signature,
    composition: { name, members, settings },
    ...(hash === undefined ? {} : { promptHash: hash }),
    ...(configs.length < members.length ? {} : { config: o.config(configs) }),
    verify: o.verify(signature),
  }
}

/** One hash that changes with any of them; a single one is itself, however often it occurs. */
function combinedHash(hashes: readonly string[]): string | undefined {
  const distinct = [...new Set(hashes)]
  return distinct.length < 2 ? distinct[0] : createHash('sha256').update(distinct.join('\n')).digest('hex')
}
