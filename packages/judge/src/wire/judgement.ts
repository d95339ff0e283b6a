import type { JsonSchema } from '@assay/core'
import { readBoolean } from '../reply/read-boolean.ts'
import { isJsonObject, ownValue } from '../reply/reply-shape.ts'
import { frozen } from './frozen.ts'

/** A judge's verdict on one claim: contexts are numbered from 1, over those it was sent. */
export type WireJudgement = {
  readonly reason: string
  readonly evidence: readonly WireEvidence[]
  readonly supported: boolean
}

export type WireEvidence = { readonly context: number; readonly quote: string }

/** The defect of an item. Its place is rendered only for the message, since replies can hold many thousands. */
export type Misfit = { readonly at: string; readonly got: unknown; readonly expected: string }

/**
 * A list of judgements, each about the item under `named`. The reason comes before the verdict, so that it does not justify it
 * afterwards.
 */
export function judgementsSchema(list: string, named: string): JsonSchema {
  return frozen({
    type: 'object',
    properties: {
      [list]: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            [named]: { type: 'string' },
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
          required: [named, 'reason', 'evidence', 'supported'],
          additionalProperties: false,
        },
      },
    },
    required: [list],
    additionalProperties: false,
  })
}

/** Reads one item of such a list; `about` gets the text under `named`. */
export function readJudgement<T extends WireJudgement>(
  item: unknown,
  o: { readonly named: string; readonly expected: string; readonly list: string; readonly repairs: Set<string> },
  about: (text: string, judgement: WireJudgement) => T,
): T | Misfit {
  const { named, expected, list, repairs } = o
  if (!isJsonObject(item)) return { at: '', got: item, expected: 'an object' }
  const text = ownValue(item, named)
  if (typeof text !== 'string') return { at: `.${named}`, got: text, expected }
  const written = ownValue(item, 'supported')
  const supported = readBoolean(written)
  if (supported === undefined) return { at: '.supported', got: written, expected: 'true or false' }
  if (typeof written !== 'boolean')
    repairs.add(`supported read from ${JSON.stringify(typeof written === 'string' ? written.trim() : written)}`)
  const reason = ownValue(item, 'reason')
  if (reason === undefined) repairs.add('absent reason read as ""')
  else if (typeof reason !== 'string') return { at: '.reason', got: reason, expected: 'a text' }
  const evidence = readEvidence(ownValue(item, 'evidence'), repairs)
  if ('at' in evidence) return evidence
  if (Object.keys(item).some((key) => key !== named && !JUDGEMENT_KEYS.has(key))) repairs.add(`unknown keys in ${list} ignored`)
  return about(text, { reason: reason ?? '', evidence: evidence.read, supported })
}

const JUDGEMENT_KEYS: ReadonlySet<string> = new Set(['reason', 'evidence', 'supported'])

function readEvidence(listed: unknown, repairs: Set<string>): { readonly read: WireEvidence[] } | Misfit {
  if (listed === undefined) {
    repairs.add('absent evidence read as []')
    return { read: [] }
  }
  if (!Array.isArray(listed)) return { at: '.evidence', got: listed, expected: 'a list' }
  const read: WireEvidence[] = []
  for (const [index, item] of listed.entries()) {
    if (!isJsonObject(item)) return { at: `.evidence[${index}]`, got: item, expected: 'an object with context and quote' }
    const context = ownValue(item, 'context')
    const quote = ownValue(item, 'quote')
    if (typeof context !== 'number' || !Number.isFinite(context)) {
      return { at: `.evidence[${index}].context`, got: context, expected: 'the number of a context' }
    }
    if (typeof quote !== 'string') return { at: `.evidence[${index}].quote`, got: quote, expected: 'a text' }
    if (Object.keys(item).length > 2) repairs.add('unknown keys in evidence ignored')
    read.push({ context, quote })
  }
  return { read }
}
