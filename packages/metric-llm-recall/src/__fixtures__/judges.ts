import type { JsonObject, LLMCall } from '@assay/core'
import type { ClaimExtractor } from '@assay/judge'
import { scriptedAdapter, type ScriptedAdapter, type ScriptedReply } from '@assay/testkit'

/** The ids of the claims in a call; none if it splits a text. */
export function claimIdsOf(call: LLMCall): string[] {
  const question = call.messages[1]?.parts.at(-1)?.text ?? ''
  return [...question.matchAll(/ id="(c\d+)"/g)].map(([, id = '']) => id)
}

/** A judge's answers under any strategy: the claims it finds, and a verdict for each. */
export type Conduct = {
  readonly claims: readonly string[]
  readonly supports: (id: string, call: number) => boolean
  /** Changes the list of verdicts (or judged claims) before it is sent, or replaces the reply. */
  readonly distort?: (list: JsonObject[], call: number) => JsonObject[] | ScriptedReply
  readonly quote?: string
}

export function judgeOf({ claims, supports, distort = (list) => list, quote }: Conduct, modelId = 'scripted'): ScriptedAdapter {
  const evidence = quote === undefined ? [] : [{ context: 1, quote }]
  return scriptedAdapter(
    (call, index) => {
      if (call.output?.name === 'claims') return JSON.stringify({ claims })
      const isSinglePass = call.output?.name === 'claims_and_verdicts'
      const ids = isSinglePass ? claims.map((_, at) => `c${at + 1}`) : claimIdsOf(call)
      const list = ids.map((id): JsonObject => {
        const about = isSinglePass ? { text: claims[Number(id.slice(1)) - 1] ?? '' } : { claim: id }
        return { ...about, reason: 'r', evidence, supported: supports(id, index) }
      })
      const sent = distort(list, index)
      return Array.isArray(sent) ? JSON.stringify({ [isSinglePass ? 'claims' : 'verdicts']: sent }) : (sent as ScriptedReply)
    },
    { modelId },
  )
}

/** An extractor without a model: `count` claims, whatever the reference. */
export function numbered(count: number): ClaimExtractor {
  const claims = Array.from({ length: count }, (_, at) => ({ id: `c${at + 1}`, text: `Claim ${at + 1}.` }))
  return { id: 'numbered', version: '1', signature: 'numbered@1', extract: async () => ({ claims }) }
}

/** The same numbers in [0, 1) on every machine (Park and Miller, 1993). */
export function seeded(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
