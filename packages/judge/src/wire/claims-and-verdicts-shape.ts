import { defectAt, isJsonObject, ownValue, type ReplyShape } from '../reply/reply-shape.ts'
import { judgementsSchema, readJudgement, type WireJudgement } from './judgement.ts'

/** A claim in the judge's words, with its verdict. */
export type WireJudgedClaim = WireJudgement & { readonly text: string }

export const claimsAndVerdictsSchema = judgementsSchema('claims', 'text')

export const claimsAndVerdictsShape: ReplyShape<readonly WireJudgedClaim[]> = {
  key: 'claims',
  pattern: '{"claims":[{"text":"…","reason":"…","evidence":[{"context":1,"quote":"…"}],"supported":true}]}',
  read(json) {
    if (!isJsonObject(json)) return { ok: false, defect: defectAt('the reply', json, 'an object') }
    const listed = ownValue(json, 'claims')
    if (!Array.isArray(listed)) return { ok: false, defect: defectAt('claims', listed, 'a list of claims with their verdicts') }
    const repairs = new Set<string>()
    if (Object.keys(json).length > 1) repairs.add('unknown keys beside claims ignored')
    const claims: WireJudgedClaim[] = []
    for (const [index, item] of listed.entries()) {
      const claim = readJudgement(item, { named: 'text', expected: 'the claim as text', list: 'claims', repairs }, toJudgedClaim)
      if ('at' in claim) return { ok: false, defect: defectAt(`claims[${index}]${claim.at}`, claim.got, claim.expected) }
      claims.push(claim)
    }
    return { ok: true, value: claims, repairs: [...repairs] }
  },
}

function toJudgedClaim(text: string, { reason, evidence, supported }: WireJudgement): WireJudgedClaim {
  return { text, reason, evidence, supported }
}
