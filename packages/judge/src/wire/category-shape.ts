import type { JsonSchema } from '@assay/core'
import { defectAt, isJsonObject, ownValue, type ReplyShape } from '../reply/reply-shape.ts'
import { frozen } from './frozen.ts'
import { reasonIn } from './reason-in.ts'

/** The relation of an answer to the reference. */
export const factualCategories = ['subset', 'superset', 'same', 'disagrees', 'differs'] as const

export type FactualCategory = (typeof factualCategories)[number]

export type WireCategory = { readonly reason: string; readonly category: FactualCategory }

export const categorySchema: JsonSchema = frozen({
  type: 'object',
  properties: { reason: { type: 'string' }, category: { type: 'string', enum: [...factualCategories] } },
  required: ['reason', 'category'],
  additionalProperties: false,
})

export const categoryShape: ReplyShape<WireCategory> = {
  key: 'category',
  pattern: '{"reason":"…","category":"same"}',
  read(json) {
    if (!isJsonObject(json)) return { ok: false, defect: defectAt('the reply', json, 'an object') }
    const written = ownValue(json, 'category')
    const name = typeof written === 'string' ? written.trim().toLowerCase() : undefined
    const category = factualCategories.find((known) => known === name)
    if (category === undefined) return { ok: false, defect: defectAt('category', written, factualCategories.join(', ')) }
    const reason = reasonIn(json, ['reason', 'category'])
    if ('defect' in reason) return { ok: false, defect: reason.defect }
    const repairs = category === written ? [] : [`category read from ${JSON.stringify(written)}`]
    return { ok: true, value: { reason: reason.text, category }, repairs: [...repairs, ...reason.repairs] }
  },
}
