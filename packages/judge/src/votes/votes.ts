import type { LLMAdapter } from '@assay/core'
import type { ClaimVerifier } from '../claim-verifier.ts'
import { composeVerifiers } from '../verifier/compose-verifiers.ts'
import { toVerifier } from '../verifier/to-verifier.ts'
import { elect } from './elect.ts'
import { checkedQuorum, type ElectionOptions } from './electoral-rules.ts'

/**
 * One judge verifies the same claims `count` times; the majority decides on each claim. Every vote is a draw of its own: no cached reply
 * counts twice, and a user's seed is shifted by the draw. At temperature 0 agreement shows repetition more than independent votes, and is
 * reported so.
 *
 * @throws AssayError `config` for an even number, one under 3, a quorum out of range, or a screen.
 */
export function votes(judge: LLMAdapter | ClaimVerifier, count: number, options: ElectionOptions = {}): ClaimVerifier {
  const verifier = toVerifier(judge, 'votes')
  const quorum = checkedQuorum('votes', [verifier], count, options)
  const voters = Array.from({ length: count }, (_, vote) => ({ verifier, draw: (draw: number) => draw * count + vote }))
  const composed = composeVerifiers({
    name: 'votes',
    version: '1',
    kind: 'judge',
    members: [verifier],
    settings: [String(count), ...(quorum === count ? [] : [`quorum=${quorum}`])],
    config: ([held = null]) => ({ type: 'votes', verifier: held, votes: count, quorum }),
    verify: (decidedBy) => (input) => elect({ voters, quorum, decidedBy, samePrompt: true }, input),
  })
  return { ...composed, alwaysDecides: quorum === count }
}
