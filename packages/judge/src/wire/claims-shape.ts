import type { JsonSchema } from '@assay/core'
import { defectAt, isJsonObject, ownValue, type ReplyShape } from '../reply/reply-shape.ts'
import { frozen } from './frozen.ts'

/** What a provider is asked to hold the judge to. */
export const claimsSchema: JsonSchema = frozen({
  type: 'object',
  properties: { claims: { type: 'array', items: { type: 'string' } } },
  required: ['claims'],
  additionalProperties: false,
})

export const claimsShape: ReplyShape<readonly string[]> = {
  key: 'claims',
  pattern: '{"claims":["…"]}',
  read(json) {
    if (!isJsonObject(json)) return { ok: false, defect: defectAt('the reply', json, 'an object') }
    const claims = ownValue(json, 'claims')
    if (!Array.isArray(claims)) return { ok: false, defect: defectAt('claims', claims, 'a list of texts') }
    const texts: string[] = []
    for (const [index, claim] of claims.entries()) {
      if (typeof claim !== 'string') return { ok: false, defect: defectAt(`claims[${index}]`, claim, 'a text') }
      texts.push(claim)
    }
    return { ok: true, value: texts, repairs: Object.keys(json).length > 1 ? ['unknown keys beside claims ignored'] : [] }
  },
}
