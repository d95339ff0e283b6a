import type { JsonSchema } from '@assay/core'
import { readBoolean } from '../reply/read-boolean.ts'
import { defectAt, isJsonObject, ownValue, type ReplyShape } from '../reply/reply-shape.ts'
import { frozen } from './frozen.ts'
import { readTexts, unknownKeys } from './read-texts.ts'

/** The texts that a judge took from an answer, and whether the answer declines. */
export type WireDeclining = { readonly texts: readonly string[]; readonly declines: boolean }

/** Texts under a key, and `declines` beside them. */
function decliningWire(key: string): { readonly schema: JsonSchema; readonly shape: ReplyShape<WireDeclining> } {
  const schema = frozen({
    type: 'object',
    properties: { [key]: { type: 'array', items: { type: 'string' } }, declines: { type: 'boolean' } },
    required: [key, 'declines'],
    additionalProperties: false,
  })
  const shape: ReplyShape<WireDeclining> = {
    key,
    pattern: `{${JSON.stringify(key)}:["…"],"declines":false}`,
    read(json) {
      const read = readTexts(json, key)
      if ('defect' in read) return { ok: false, ...read }
      const written = isJsonObject(json) ? ownValue(json, 'declines') : undefined
      const declines = readBoolean(written)
      if (declines === undefined) return { ok: false, defect: defectAt('declines', written, 'true or false') }
      const repairs = typeof written === 'boolean' ? [] : [`declines read from ${JSON.stringify(written)}`]
      return { ok: true, value: { texts: read.texts, declines }, repairs: [...repairs, ...unknownKeys(json, [key, 'declines'])] }
    },
  }
  return { schema, shape }
}

export const { schema: answerClaimsSchema, shape: answerClaimsShape } = decliningWire('claims')
export const { schema: questionsSchema, shape: questionsShape } = decliningWire('questions')
