import { defectAt, isJsonObject, ownValue, type ReplyShape } from '../reply/reply-shape.ts'
import { judgementsSchema, readJudgement, type WireJudgement } from './judgement.ts'

/** A verdict as a judge writes it. */
export type WireVerdict = WireJudgement & { readonly claim: string }

/** The schema that a provider holds the judge to. */
export const verdictsSchema = judgementsSchema('verdicts', 'claim')

export const verdictsShape: ReplyShape<readonly WireVerdict[]> = {
  key: 'verdicts',
  pattern: '{"verdicts":[{"claim":"c1","reason":"…","evidence":[{"context":1,"quote":"…"}],"supported":true}]}',
  read(json) {
    if (!isJsonObject(json)) return { ok: false, defect: defectAt('the reply', json, 'an object') }
    const listed = ownValue(json, 'verdicts')
    if (!Array.isArray(listed)) return { ok: false, defect: defectAt('verdicts', listed, 'a list of verdicts') }
    const repairs = new Set<string>()
    if (Object.keys(json).length > 1) repairs.add('unknown keys beside verdicts ignored')
    const verdicts: WireVerdict[] = []
    for (let index = 0; index < listed.length; index += 1) {
      const verdict = readJudgement(
        listed[index],
        { named: 'claim', expected: 'the id of a claim as text', list: 'verdicts', repairs },
        toVerdict,
      )
      if ('at' in verdict) return { ok: false, defect: defectAt(`verdicts[${index}]${verdict.at}`, verdict.got, verdict.expected) }
      verdicts.push(verdict)
    }
    return { ok: true, value: verdicts, repairs: [...repairs] }
  },
}

function toVerdict(claim: string, { reason, evidence, supported }: WireJudgement): WireVerdict {
  return { claim, reason, evidence, supported }
}
