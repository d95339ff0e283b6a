import type { JsonSchema } from '@assay/core'
import { readBoolean } from '../reply/read-boolean.ts'
import { defectAt, isJsonObject, ownValue, type ReplyShape } from '../reply/reply-shape.ts'
import { frozen } from './frozen.ts'

/** A judge's yes or no to one item. */
export type WireItem = {
  readonly id: string
  readonly yes: boolean
  /** Empty if the prompt requests none. */
  readonly reason: string
  /** A passage of the item that shows it; empty if there is none. */
  readonly quote: string
}

export type ItemWire = { readonly name: string; readonly schema: JsonSchema; readonly shape: ReplyShape<readonly WireItem[]> }

/**
 * `{"<list>":[{"<named>":"k1","reason":"…","quote":"…","<flag>":true}]}`: texts come before the verdict, so that they do not justify it
 * afterwards.
 */
function itemWire(o: {
  readonly name: string
  readonly list: string
  readonly named: string
  readonly flag: string
  readonly texts: readonly ('reason' | 'quote')[]
}): ItemWire {
  const { name, list, named, flag, texts } = o
  const keys = [named, ...texts, flag]
  const schema = frozen({
    type: 'object',
    properties: {
      [list]: {
        type: 'array',
        items: {
          type: 'object',
          properties: Object.fromEntries(keys.map((key) => [key, { type: key === flag ? 'boolean' : 'string' }])),
          required: keys,
          additionalProperties: false,
        },
      },
    },
    required: [list],
    additionalProperties: false,
  })
  const shown = [[named, '"k1"'], ...texts.map((text) => [text, '"…"']), [flag, 'true']].map(([key, value]) => `"${key}":${value}`)
  const shape: ReplyShape<readonly WireItem[]> = {
    key: list,
    pattern: `{"${list}":[{${shown.join(',')}}]}`,
    read(json) {
      if (!isJsonObject(json)) return { ok: false, defect: defectAt('the reply', json, 'an object') }
      const listed = ownValue(json, list)
      if (!Array.isArray(listed)) return { ok: false, defect: defectAt(list, listed, 'a list of verdicts') }
      const repairs = new Set<string>()
      if (Object.keys(json).length > 1) repairs.add(`unknown keys beside ${list} ignored`)
      const items: WireItem[] = []
      for (const [index, item] of listed.entries()) {
        const at = `${list}[${index}]`
        if (!isJsonObject(item)) return { ok: false, defect: defectAt(at, item, 'an object') }
        const id = ownValue(item, named)
        if (typeof id !== 'string') return { ok: false, defect: defectAt(`${at}.${named}`, id, 'an id as text') }
        const written = ownValue(item, flag)
        const yes = readBoolean(written)
        if (yes === undefined) return { ok: false, defect: defectAt(`${at}.${flag}`, written, 'true or false') }
        if (typeof written !== 'boolean')
          repairs.add(`${flag} read from ${JSON.stringify(typeof written === 'string' ? written.trim() : written)}`)
        const read = { id, yes, reason: '', quote: '' }
        for (const text of texts) {
          const given = ownValue(item, text)
          if (given === undefined) repairs.add(`absent ${text} read as ""`)
          else if (typeof given !== 'string') return { ok: false, defect: defectAt(`${at}.${text}`, given, 'a text') }
          else read[text] = given
        }
        if (Object.keys(item).some((key) => !keys.includes(key))) repairs.add(`unknown keys in ${list} ignored`)
        items.push(read)
      }
      return { ok: true, value: items, repairs: [...repairs] }
    },
  }
  return { name, schema, shape }
}

export const usefulnessWire = itemWire({
  name: 'usefulness',
  list: 'passages',
  named: 'passage',
  flag: 'useful',
  texts: ['reason', 'quote'],
})
export const sentencesWire = itemWire({ name: 'sentences', list: 'sentences', named: 'sentence', flag: 'helps', texts: [] })
export const claimRelevanceWire = itemWire({ name: 'claim_relevance', list: 'claims', named: 'claim', flag: 'helps', texts: ['reason'] })
