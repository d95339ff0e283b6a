import type { LLMAdapter } from '@assay/core'
import type { ClaimVerifier } from '../claim-verifier.ts'
import { composeVerifiers } from '../verifier/compose-verifiers.ts'
import { toVerifier } from '../verifier/to-verifier.ts'
import { elect } from './elect.ts'
import { checkedQuorum, type ElectionOptions } from './electoral-rules.ts'

/**
 * Several judges verify the same claims; the majority decides on each claim. A model means `llmVerifier({ judge })`. Members with the
 * same signature are further draws of it.
 *
 * @throws AssayError `config` for an even number, one under 3, a quorum out of range, or a screen.
 */
export function panel(judges: readonly (LLMAdapter | ClaimVerifier)[], options: ElectionOptions = {}): ClaimVerifier {
  const members = judges.map((judge) => toVerifier(judge, 'panel'))
  const count = members.length
  const quorum = checkedQuorum('panel', members, count, options)
  const voters = members.map((verifier, at) => {
    const before = members.slice(0, at).filter(({ signature }) => signature === verifier.signature).length
    return { verifier, draw: (draw: number) => draw * count + before }
  })
  const composed = composeVerifiers({
    name: 'panel',
    version: '1',
    kind: 'judge',
    members,
    settings: quorum === count ? [] : [`quorum=${quorum}`],
    config: (held) => ({ type: 'panel', members: held, quorum }),
    verify: (decidedBy) => (input) => elect({ voters, quorum, decidedBy, samePrompt: false }, input),
  })
  return { ...composed, alwaysDecides: quorum === count }
}
