import { AssayError, type FinishReason, type LLMReply, unknownUsage } from '@assay/core'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { claimsShape } from '../wire/texts-shape.ts'
import { verdictsShape, type WireVerdict } from '../wire/verdicts-shape.ts'
import { readReply, tryReadReply } from './read-reply.ts'

const replyOf = (text: string, finishReason: FinishReason = 'stop'): LLMReply => ({ text, finishReason, usage: unknownUsage() })

/** Words around an answer that hold none themselves. */
const prose = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[{}[\]"`~<>]/g, ''))
// A closing tag inside a string of an answer in prose is read as one: the reply is then requested again, never read wrongly.
const dataText = fc.string({ unit: 'binary' }).filter((text) => !/<\/?(?:think|thought|reasoning)/i.test(text))
const verdicts = fc.array(
  fc.record({
    claim: dataText,
    reason: dataText,
    evidence: fc.array(fc.record({ context: fc.integer(), quote: dataText })),
    supported: fc.boolean(),
  }),
)
const claims = fc.array(dataText)

const pretty = (json: string): string => JSON.stringify(JSON.parse(json), null, 2)
const wrappers: Record<string, (json: string, before: string, after: string) => string> = {
  bare: (json) => json,
  'pretty-printed': pretty,
  'pretty-printed with CRLF': (json) => pretty(json).replaceAll('\n', '\r\n'),
  spaced: (json) => `\n  ${json}\n`,
  'behind a byte order mark': (json) => `\uFEFF${json}`,
  fenced: (json) => `\`\`\`json\n${json}\n\`\`\``,
  'fenced with CRLF': (json) => `\`\`\`json\r\n${json}\r\n\`\`\`\r\n`,
  'fenced with tildes': (json, before) => `${before}\n~~~~ json5 {1}\n${pretty(json)}\n~~~~`,
  'fenced and indented': (json, before) => `${before}\n    \`\`\`\n    ${json}\n    \`\`\``,
  'fenced, never closed': (json, before) => `${before}\n\`\`\`json\n${json}`,
  'fenced in prose': (json, before, after) => `${before}\n\`\`\`\n${json}\n\`\`\`\n${after}`,
  'in prose': (json, before, after) => `${before} ${json} ${after}`,
  'after a stray brace': (json, before) => `{${before} ${json}`,
  'after a stray brace and quotation mark': (json, before) => `{${before} " ${json}`,
  'after reasoning': (json, before) => `<think>${before}</think>${json}`,
  'after reasoning that holds a draft': (json, before) => `<think>${before}{"claims":["x"],"verdicts":[]}</think>${json}`,
  'after a closing tag': (json, before) => `${before}</think>\n${json}`,
  'after reasoning, fenced': (json, before) => `<think>\n${before}\n</think>\n\`\`\`json\n${json}\n\`\`\``,
  'in a tag': (json, before, after) => `${before}<answer>${json}</answer>${after}`,
  'in a call': (json) => `{"name":"answer","arguments":${json}}`,
  'in a list': (json) => `[${json}]`,
  'in an object': (json) => `{"answer":${json}}`,
  twice: (json) => `${json}\n${json}`,
  'with a trailing comma': (json) => `${json.slice(0, -1)},}`,
  'with an extra key': (json) => `${json.slice(0, -1)},"note":{"verdict":[1]}}`,
}

/** A stray quotation mark turns strings inside out: braces in them are then taken for the reply's own, and it is refused, not guessed. */
const INSIDE_OUT = 'after a stray brace and quotation mark'
const texts = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'object' && value !== null ? Object.values(value).map(texts).join('') : ''

describe.each(Object.entries(wrappers))('%s', (name, wrap) => {
  const isPlain = (value: unknown): boolean => name !== INSIDE_OUT || !/["{}\\]/.test(texts(value))

  test('every object of the shape is read as it is', () => {
    fc.assert(
      fc.property(claims, prose, prose, (value, before, after) => {
        fc.pre(isPlain(value))
        expect(readReply(replyOf(wrap(JSON.stringify({ claims: value }), before, after)), claimsShape).value).toEqual(value)
      }),
      { numRuns: 50 },
    )
    fc.assert(
      fc.property(verdicts, prose, prose, (value, before, after) => {
        fc.pre(isPlain(value))
        expect(readReply(replyOf(wrap(JSON.stringify({ verdicts: value }), before, after)), verdictsShape).value).toEqual(value)
      }),
      { numRuns: 50 },
    )
  })
})

const wrapperNames = Object.keys(wrappers)

test('two different answers are never one, whatever each is wrapped in', () => {
  const name = fc.constantFrom(...wrapperNames.filter((each) => !/reasoning|closing|never closed/.test(each)))
  fc.assert(
    fc.property(claims, claims, name, name, prose, (one, other, first, second, words) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other))
      const wrapped = (each: string, value: readonly string[]) => wrappers[each]?.(JSON.stringify({ claims: value }), words, words) ?? ''
      expect(tryReadReply(replyOf(`${wrapped(first, one)}\n${wrapped(second, other)}`), claimsShape).ok).toBe(false)
    }),
    { numRuns: 500 },
  )
})

test('a value does not depend on the order of keys, nor on what else the objects hold', () => {
  const shuffledBy = (order: readonly number[]) => (object: object) =>
    Object.fromEntries(
      [...Object.entries(object), ['more', { supported: null }] as const]
        .map((entry, index) => ({ entry, at: order[index] ?? 0 }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ entry }) => entry),
    )
  fc.assert(
    fc.property(verdicts, fc.array(fc.nat(), { minLength: 5, maxLength: 5 }), (value, order) => {
      const shuffle = shuffledBy(order)
      const written = value.map((each) => shuffle({ ...each, evidence: each.evidence.map(shuffle) }))
      const text = JSON.stringify(shuffle({ verdicts: written }))
      expect(readReply(replyOf(text), verdictsShape).value).toEqual(value)
    }),
  )
})

test('reading is idempotent: what was read, written as JSON, reads as the same without a repair', () => {
  fc.assert(
    fc.property(verdicts, fc.constantFrom(...wrapperNames), prose, (value, name, words) => {
      const text = wrappers[name]?.(JSON.stringify({ verdicts: value }), words, words) ?? ''
      const once = readReply(replyOf(text), verdictsShape)
      expect(readReply(replyOf(text), verdictsShape)).toEqual(once)
      expect(readReply(replyOf(JSON.stringify({ verdicts: once.value })), verdictsShape)).toEqual({ value: once.value, repairs: [] })
    }),
  )
})

test('any text is read or refused with a typed error', () => {
  const marks = ['{', '}', '[', ']', '"', '\\', ',', ':', '"claims"', '"verdicts"', '```', '~~~', '\n', '<think>', '</think>', 'true', '1']
  const starts = ['\uFEFF', '\uD800', '{"claims":[]}', '{"claims":', '{"__proto__":', '"supported":', '"claim":"c1"']
  const pieces = fc.constantFrom(...marks, ...starts)
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 60 }).map((list) => list.join('')),
    fc.json(),
  )
  const finish = fc.constantFrom<FinishReason>('stop', 'length', 'refusal', 'content_filter', 'error', 'other')
  fc.assert(
    fc.property(text, finish, (reply, finishReason) => expectTyped(replyOf(reply, finishReason))),
    { numRuns: 2_000 },
  )
})

test('a valid reply with a piece cut out, put in or written over is read or refused with a typed error', () => {
  const piece = fc.oneof(fc.string({ unit: 'binary', maxLength: 3 }), fc.constantFrom('"', '{', '}', ']', ',', '\\', '```\n', '</think>'))
  fc.assert(
    fc.property(verdicts, fc.constantFrom(...wrapperNames), fc.nat(), fc.nat({ max: 8 }), piece, (value, name, place, cut, put) => {
      const text = wrappers[name]?.(JSON.stringify({ verdicts: value }), 'So', '.') ?? ''
      const at = place % (text.length + 1)
      expectTyped(replyOf(text.slice(0, at) + put + text.slice(at + cut)))
    }),
    { numRuns: 1_000 },
  )
})

test('a valid reply that was cut is never read, however late the cut', () => {
  fc.assert(
    fc.property(
      fc.array(dataText, { minLength: 1 }).map((value) => JSON.stringify({ claims: value })),
      fc.nat(),
      (json, place) => {
        expect(tryReadReply(replyOf(json.slice(0, place % json.length)), claimsShape).ok).toBe(false)
      },
    ),
  )
})

const KINDS: ReadonlySet<string> = new Set(['empty_reply', 'invalid_reply', 'truncated', 'refused', 'content_filter', 'provider'])

function expectTyped(reply: LLMReply): void {
  for (const read of [(): readonly string[] => readReply(reply, claimsShape).value, () => readReply(reply, verdictsShape).value]) {
    try {
      const value: readonly (string | WireVerdict)[] = read()
      expect(Array.isArray(value)).toBe(true)
    } catch (error) {
      expect(AssayError.is(error) && KINDS.has(error.kind), String(error)).toBe(true)
    }
  }
}
