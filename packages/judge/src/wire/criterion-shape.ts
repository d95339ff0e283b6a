import type { JsonSchema } from '@assay/core'
import { readBoolean } from '../reply/read-boolean.ts'
import { defectAt, isJsonObject, ownValue, type ReplyShape } from '../reply/reply-shape.ts'
import { frozen } from './frozen.ts'
import { reasonIn } from './reason-in.ts'

/** Whether an answer meets a criterion, and how far, in [0, 1]. */
export type WireCriterion = { readonly reason: string; readonly pass: boolean; readonly score: number }

export const criterionSchema: JsonSchema = frozen({
  type: 'object',
  properties: { reason: { type: 'string' }, pass: { type: 'boolean' }, score: { type: 'number' } },
  required: ['reason', 'pass', 'score'],
  additionalProperties: false,
})

/** A missing `pass` is a defect, a missing score is 1 or 0 by it, and a score outside [0, 1] is a defect. */
export const criterionShape: ReplyShape<WireCriterion> = {
  key: 'pass',
  pattern: '{"reason":"…","pass":true,"score":1}',
  read(json) {
    if (!isJsonObject(json)) return { ok: false, defect: defectAt('the reply', json, 'an object') }
    const written = ownValue(json, 'pass')
    const pass = readBoolean(written)
    if (pass === undefined) return { ok: false, defect: defectAt('pass', written, 'true or false') }
    const score = ownValue(json, 'score')
    if (score !== undefined && !(typeof score === 'number' && score >= 0 && score <= 1))
      return { ok: false, defect: defectAt('score', score, 'a number from 0 to 1') }
    const reason = reasonIn(json, ['reason', 'pass', 'score'])
    if ('defect' in reason) return { ok: false, defect: reason.defect }
    const repairs = [
      ...(typeof written === 'boolean' ? [] : [`pass read from ${JSON.stringify(written)}`]),
      ...(score === undefined ? [`absent score read as ${pass ? 1 : 0}`] : []),
      ...reason.repairs,
    ]
    return { ok: true, value: { reason: reason.text, pass, score: score ?? (pass ? 1 : 0) }, repairs }
  },
}
