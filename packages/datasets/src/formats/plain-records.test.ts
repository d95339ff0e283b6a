import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPlainRecords } from './plain-records.ts'

/** As a first line of its file would be read. */
function read(line: string): unknown {
  return createPlainRecords().read(line, 0, line.length)
}

/** With its keys in their order. */
function entries(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value) : value
}

const scalar = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.maxSafeInteger(),
  fc.boolean(),
  fc.constant(null),
)
const plainRecord = fc.dictionary(fc.string(), fc.oneof(scalar, fc.array(scalar)))

describe('createPlainRecords', () => {
  it.each([
    ['{"id":"q1","retrieved_context_ids":["d1","d22"],"reference_context_ids":["d1"]}'],
    ['{"id": "q1", "retrieved_context_ids": ["d1", "d22"], "n": [1, -2.5, 1e3, null, true, false]}'],
    ['{ "id" : "q1" , "list" : [ ] , "text" : "Ærø 漢字 😀 \u2028 \u007f" }'],
    ['{"id":"q1","id":"q2","n":-0}'],
    ['{"7":"seven","b":"b","3":"three"}'],
    ['{"constructor":"c","toString":"t","hasOwnProperty":["h"]}'],
    ['{"":"","big":123456789012345678901234567890,"huge":1e400}'],
    ['{"id":"q1"}\r'],
    ['{"id":"q1"}  '],
  ])('reads %s as JSON.parse does', (line) => {
    const found = read(line)
    expect(found).toStrictEqual(JSON.parse(line))
    expect(entries(found)).toStrictEqual(entries(JSON.parse(line)))
  })

  it.each([
    ['an escape', String.raw`{"id":"q\u0031"}`],
    ['a record in it', '{"id":"q1","metadata":{"topic":"a"}}'],
    ['a list in a list', '{"id":"q1","list":[["a"]]}'],
    ['a key that would be a prototype', '{"__proto__":"q1"}'],
    ['no keys', '{}'],
    ['another white space', '{"id":\t"q1"}'],
  ])('leaves %s to JSON.parse', (_what, line) => {
    expect(() => JSON.parse(line)).not.toThrow()
    expect(read(line)).toBeUndefined()
  })

  it.each([
    ['{"id":"q1"'],
    ['{"id":"q1",}'],
    ['{"id":"q1"}}'],
    ['{"id":"q1"} x'],
    ['{"id":"q1"}\r\r'],
    ['{"id" "q1"}'],
    ['{"id":}'],
    ['{"id":01}'],
    ['{"id":1.}'],
    ['{"id":+1}'],
    ['{"id":.5}'],
    ['{"id":1e}'],
    ['{"id":-}'],
    ['{"id":nul}'],
    ['{"id":nulls}'],
    ['{"id":NaN}'],
    ['{"id":"a\tb"}'],
    ['{"id":"a\u0000"}'],
    ['{"list":["a",]}'],
    ['{"list":["a" "b"]}'],
    ['{"list":["a"}'],
    ['{"list":[,]}'],
    ["{'id':'q1'}"],
    ['["q1"]'],
    ['"q1"'],
    [''],
  ])('reads nothing of %j, which is no record', (line) => {
    expect(read(line)).toBeUndefined()
  })

  it('reads only what stands between two places', () => {
    const { read: readPart } = createPlainRecords()
    const text = '{"id":"q1"}\n{"id":"q2","n":[1]}\n{"id":"q3"}'
    expect([readPart(text, 0, 11), readPart(text, 12, 31), readPart(text, 32, text.length)]).toStrictEqual([
      { id: 'q1' },
      { id: 'q2', n: [1] },
      { id: 'q3' },
    ])
    expect(readPart(text, 12, 30)).toBeUndefined()
    expect(readPart(text, 0, 12)).toBeUndefined()
    expect(readPart('{"n":12}', 0, 7)).toBeUndefined()
  })

  it('follows records whose keys change', () => {
    const { read: readNext } = createPlainRecords()
    const lines = ['{"a":"1","b":"2"}', '{"b":"2","a":"1"}', '{"a":"1"}', '{"ab":"1","b":"2"}', '{"a":"1","b":"2","c":"3"}']
    for (const line of lines) expect(entries(readNext(line, 0, line.length))).toStrictEqual(entries(JSON.parse(line)))
  })

  it('does not try for ever in a file of other records', () => {
    const { read: readNext } = createPlainRecords()
    const tries = (line: string, times: number): unknown[] => Array.from({ length: times }, () => readNext(line, 0, line.length))
    tries('{"a":{}}', 31)
    expect(tries('{"a":"1"}', 1)).toStrictEqual([{ a: '1' }])
    tries('{"a":{}}', 32)
    expect(tries('{"a":"1"}', 1)).toStrictEqual([undefined])
  })

  it('gives what JSON.parse gives, or nothing', () => {
    fc.assert(
      fc.property(plainRecord, fc.boolean(), (record, spaced) => {
        const json = spaced ? JSON.stringify(record, undefined, 1).replaceAll('\n', '') : JSON.stringify(record)
        const found = read(json)
        const isPlain = !json.includes('\\') && !json.includes('"__proto__"') && json !== '{}'
        if (isPlain || found !== undefined) expect(entries(found)).toStrictEqual(entries(JSON.parse(json)))
      }),
    )
  })

  it('takes nothing that JSON.parse refuses', () => {
    const cut = fc.tuple(
      plainRecord,
      fc.nat(),
      fc.nat({ max: 3 }),
      fc.constantFrom('', '"', ',', ':', '[', ']', '{', '}', ' ', '\\', '\n', '\t', '0', '-', 'e', '.', 'null'),
    )
    fc.assert(
      fc.property(cut, ([record, place, length, other]) => {
        const json = JSON.stringify(record)
        const at = place % (json.length + 1)
        const line = json.slice(0, at) + other + json.slice(at + length)
        const found = read(line)
        if (found !== undefined) expect(entries(found)).toStrictEqual(entries(JSON.parse(line)))
      }),
      { numRuns: 2000 },
    )
  })
})
