import type { JsonSchema } from '@assay/core'
import { readBoolean } from '../reply/read-boolean.ts'
import { defectAt, isJsonObject, ownValue, type ReplyShape } from '../reply/reply-shape.ts'

/** A verdict as a judge writes it: contexts are numbered from 1, over those it was shown. */
export type WireVerdict = {
  readonly claim: string
  readonly reason: string
  readonly evidence: readonly WireEvidence[]
  readonly supported: boolean
}

export type WireEvidence = { readonly context: number; readonly quote: string }

/** What a provider is asked to hold the judge to. The reason comes before the verdict, so that it is not an excuse for it. */
export const verdictsSchema: JsonSchema = {
  type: 'object',
  properties: {
    verdicts: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          claim: { type: 'string' },
          reason: { type: 'string' },
          evidence: {
            type: 'array',
            items: {
              type: 'object',
              properties: { context: { type: 'integer' }, quote: { type: 'string' } },
              required: ['context', 'quote'],
              additionalProperties: false,
            },
          },
          supported: { type: 'boolean' },
        },
        required: ['claim', 'reason', 'evidence', 'supported'],
        additionalProperties: false,
      },
    },
  },
  required: ['verdicts'],
  additionalProperties: false,
}

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
    for (const [index, item] of listed.entries()) {
      const verdict = readVerdict(item, `verdicts[${index}]`, repairs)
      if (typeof verdict === 'string') return { ok: false, defect: verdict }
      verdicts.push(verdict)
    }
    return { ok: true, value: verdicts, repairs: [...repairs] }
  },
}

const VERDICT_KEYS: ReadonlySet<string> = new Set(['claim', 'reason', 'evidence', 'supported'])

/** The verdict, or the defect that keeps it from being one. */
function readVerdict(item: unknown, path: string, repairs: Set<string>): WireVerdict | string {
  if (!isJsonObject(item)) return defectAt(path, item, 'an object')
  const claim = ownValue(item, 'claim')
  if (typeof claim !== 'string') return defectAt(`${path}.claim`, claim, 'the id of a claim as text')
  const written = ownValue(item, 'supported')
  const supported = readBoolean(written)
  if (supported === undefined) return defectAt(`${path}.supported`, written, 'true or false')
  if (typeof written !== 'boolean') repairs.add(`supported read from ${JSON.stringify(written)}`)
  const reason = ownValue(item, 'reason')
  if (reason === undefined) repairs.add('absent reason read as ""')
  else if (typeof reason !== 'string') return defectAt(`${path}.reason`, reason, 'a text')
  const evidence = readEvidence(ownValue(item, 'evidence'), `${path}.evidence`, repairs)
  if (typeof evidence === 'string') return evidence
  if (Object.keys(item).some((key) => !VERDICT_KEYS.has(key))) repairs.add('unknown keys in verdicts ignored')
  return { claim, reason: reason ?? '', evidence, supported }
}

function readEvidence(listed: unknown, path: string, repairs: Set<string>): WireEvidence[] | string {
  if (listed === undefined) {
    repairs.add('absent evidence read as []')
    return []
  }
  if (!Array.isArray(listed)) return defectAt(path, listed, 'a list')
  const evidence: WireEvidence[] = []
  for (const [index, item] of listed.entries()) {
    const at = `${path}[${index}]`
    if (!isJsonObject(item)) return defectAt(at, item, 'an object with context and quote')
    const context = ownValue(item, 'context')
    const quote = ownValue(item, 'quote')
    if (typeof context !== 'number' || !Number.isFinite(context)) return defectAt(`${at}.context`, context, 'the number of a context')
    if (typeof quote !== 'string') return defectAt(`${at}.quote`, quote, 'a text')
    if (Object.keys(item).length > 2) repairs.add('unknown keys in evidence ignored')
    evidence.push({ context, quote })
  }
  return evidence
}
