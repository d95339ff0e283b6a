import { AssayError } from '@assay/core'
import { describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import { checkOption, checkOptions } from './check-option.ts'
import { flagOf, type OptionTable, type OptionValues } from './option.ts'
import { optionKind } from './option-kind.ts'
import { readTexts } from './read-texts.ts'

const table = {
  votes: { schema: z.int().min(1).max(99), help: 'how many verdicts' },
  strategy: { schema: z.enum(['batched', 'per-claim']), help: 'how claims are put' },
  strict: { schema: z.boolean(), help: 'only above the threshold' },
  names: { schema: z.union([z.string().min(1), z.array(z.string().min(1))]), help: 'names' },
  headers: { schema: z.record(z.string(), z.string()), help: 'sent with each request' },
  prices: { schema: z.array(z.strictObject({ model: z.string(), input: z.number() })), help: 'prices' },
} as const satisfies OptionTable

function complaint(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (AssayError.is(error) && error.kind === 'config') return error.message
    throw error
  }
  return 'taken'
}

describe('a wrong value is told in words', () => {
  it.each<[keyof typeof table, unknown, string]>([
    ['votes', 0, '--x: found 0 where a whole number from 1 to 99 is due.'],
    ['votes', 1.5, '--x: found 1.5 where a whole number from 1 to 99 is due.'],
    ['votes', '3', '--x: found the text "3" where a whole number from 1 to 99 is due. Write it without quotes.'],
    ['strategy', 'bached', '--x: found the text "bached" where batched or per-claim is due. Did you mean batched?'],
    ['strict', 'yes', '--x: found the text "yes" where true or false is due.'],
    ['names', [], 'taken'],
    ['names', 7, '--x: found 7 where a text that is not empty or a list is due.'],
    ['names', ['a', ''], '--x[1]: found an empty text where a text that is not empty is due.'],
    ['headers', { a: 1 }, '--x.a: found 1 where a text is due.'],
    ['headers', null, '--x: found null where a map of names to values is due.'],
    ['prices', [{ model: 'm', input: 1, outptu: 2 }], '--x[0].outptu: there is no such option.'],
    ['votes', 'x'.repeat(100), `--x: found the text "${'x'.repeat(40)}" … where a whole number from 1 to 99 is due.`],
  ])('%s %j', (name, value, says) => {
    expect(complaint(() => checkOption(table[name], value, '--x'))).toBe(says)
  })

  it('with a place of its own for each part of it', () => {
    const place = (path: readonly PropertyKey[]): string => `file:${path.length}`
    expect(complaint(() => checkOption(table.headers, { a: 1 }, place))).toBe('file:1: found 1 where a text is due.')
  })
})

describe('values by a table', () => {
  it('are those of its schemas, what is left out is absent', () => {
    const values = checkOptions(table, { votes: 3, strict: undefined })
    expect(values).toEqual({ votes: 3 })
    expect(Object.keys(values)).toEqual(['votes'])
    expectTypeOf(values.votes).toEqualTypeOf<number | undefined>()
    expectTypeOf(values.strategy).toEqualTypeOf<'batched' | 'per-claim' | undefined>()
  })

  it('name every fault at once, unknown names with the nearest', () => {
    expect(complaint(() => checkOptions(table, { vote: 3, votes: 100, zzz: 1 }))).toBe(
      [
        'vote: there is no such option. Did you mean votes?',
        'votes: found 100 where a whole number from 1 to 99 is due.',
        'zzz: there is no such option. There are: votes, strategy, strict, names, headers, prices.',
      ].join('\n'),
    )
  })

  it('must hold what is required', () => {
    const required = { beta: { schema: z.number().positive(), help: 'weight', isRequired: true } } as const satisfies OptionTable
    expect(complaint(() => checkOptions(required, {}))).toBe('beta: it is missing; a number above 0 is due.')
    expectTypeOf<OptionValues<typeof required>['beta']>().toEqualTypeOf<number>()
  })

  it('take no name from what every object has', () => {
    expect(complaint(() => checkOptions(table, { toString: 1 }))).toMatch(/^toString: there is no such option/)
  })
})

describe('texts of a command line', () => {
  it.each<[keyof typeof table, string | boolean | string[], unknown]>([
    ['votes', '3', 3],
    ['votes', '0x3', '0x3'],
    ['votes', '', ''],
    ['strategy', 'batched', 'batched'],
    ['strict', true, true],
    ['names', ['a', 'b'], ['a', 'b']],
  ])('%s %j', (name, given, value) => expect(readTexts(table[name], given)).toEqual(value))

  it.each<[keyof typeof table, string]>([
    ['votes', 'number'],
    ['strategy', 'text'],
    ['strict', 'switch'],
    ['names', 'list'],
    ['prices', 'text'],
  ])('%s is a %s', (name, kind) => expect(optionKind(table[name].schema)).toBe(kind))

  it('flags are names with dashes, and turn off what is on by itself', () => {
    expect([flagOf('maxRetries'), flagOf('cache', { default: true })]).toEqual(['--max-retries', '--no-cache'])
  })
})
