import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

describe('canonical JSON', () => {
  it('sorts names by UTF-16 unit at every depth, without white space', () => {
    expect(canonicalJson({ b: 1, a: { '10': [1, { z: null, y: true }], '9': 'x' }, é: -0, A: 1.5 })).toBe(
      '{"A":1.5,"a":{"10":[1,{"y":true,"z":null}],"9":"x"},"b":1,"é":0}',
    )
  })

  it('leaves undefined out, and keeps a column called __proto__', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}')
    expect(canonicalJson(JSON.parse('{"__proto__":1,"constructor":2}'))).toBe('{"__proto__":1,"constructor":2}')
  })

  it('escapes lone surrogates, and writes dates as JSON does', () => {
    expect(canonicalJson('\ud800')).toBe(String.raw`"\ud800"`)
    expect(canonicalJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}')
  })

  it.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1n,
    undefined,
    () => 1,
    Symbol('s'),
    new Map(),
    new Set(),
    [undefined],
    { a: [new Map([['b', 1]])] },
  ])('refuses what would be hashed as something else: %s', (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError)
  })

  it('is the same text for the same value in any order of names, and means the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value)
        expect(canonicalJson(reversed(value))).toBe(text)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, held]) => [key, reversed(held)]),
  )
}
