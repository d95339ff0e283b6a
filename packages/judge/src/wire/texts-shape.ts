import type { JsonSchema } from '@assay/core'
import type { ReplyShape } from '../reply/reply-shape.ts'
import { frozen } from './frozen.ts'
import { readTexts, unknownKeys } from './read-texts.ts'

/** A list of texts under a key, and nothing else. */
function textsWire(key: string): { readonly schema: JsonSchema; readonly shape: ReplyShape<readonly string[]> } {
  const schema = frozen({
    type: 'object',
    properties: { [key]: { type: 'array', items: { type: 'string' } } },
    required: [key],
    additionalProperties: false,
  })
  const shape: ReplyShape<readonly string[]> = {
    key,
    pattern: `{${JSON.stringify(key)}:["…"]}`,
    read(json) {
      const read = readTexts(json, key)
      return 'defect' in read ? { ok: false, ...read } : { ok: true, value: read.texts, repairs: unknownKeys(json, [key]) }
    },
  }
  return { schema, shape }
}

export const { schema: claimsSchema, shape: claimsShape } = textsWire('claims')
export const { schema: entitiesSchema, shape: entitiesShape } = textsWire('entities')
